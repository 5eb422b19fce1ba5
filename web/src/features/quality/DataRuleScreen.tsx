export default function DataRuleScreen() {
  return null;
}
