import { usePersonalChoice } from '../../api/use-personal-choice.ts';

interface Panels {
  isListOpen: boolean;
  isAnalysisOpen: boolean;
  toggleList: (isOpen: boolean) => void;
  toggleAnalysis: (isOpen: boolean) => void;
}

interface Surroundings {
  isNarrow: boolean;
  /** Without a map the list is all there is. */
  isBlind: boolean;
  /** Something of one place is shown. */
  isPlaceOpen: boolean;
  closePlace: () => void;
}

/** Which panels lie over the map, as this person likes it. In a hand there is room for one at a time. */
export function usePanels({ isNarrow, isBlind, isPlaceOpen, closePlace }: Surroundings): Panels {
  const [isListChosen, openList] = useFold('mapList', isNarrow);
  const [isAnalysisChosen, openAnalysis] = useFold('mapAnalysis', isNarrow);
  const isListOpen = isBlind || (isListChosen && !(isNarrow && isPlaceOpen));
  return {
    isListOpen,
    isAnalysisOpen: isAnalysisChosen && (isBlind || !(isNarrow && isListOpen)),
    toggleList(isOpen) {
      openList(isOpen);
      if (!isOpen || !isNarrow) return;
      closePlace();
      openAnalysis(false);
    },
    toggleAnalysis(isOpen) {
      openAnalysis(isOpen);
      if (isOpen && isNarrow) openList(false);
    },
  };
}

/** What somebody folds away in the hand stays open on the desk. */
function useFold(name: string, isNarrow: boolean): [boolean, (isOpen: boolean) => void] {
  const place = isNarrow ? 'hand' : 'desk';
  const [chosen, choose] = usePersonalChoice<Partial<Record<typeof place, boolean>>>(name, {});
  return [chosen[place] ?? !isNarrow, (isOpen) => choose({ ...chosen, [place]: isOpen })];
}
