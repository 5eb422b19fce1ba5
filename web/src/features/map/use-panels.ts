import { usePersonalChoice } from '../../api/use-personal-choice.ts';

interface Panels {
  isListOpen: boolean;
  isAnalysisOpen: boolean;
  toggleList: (isOpen: boolean) => void;
  toggleAnalysis: (isOpen: boolean) => void;
}

interface PanelContext {
  isNarrow: boolean;
  /** With both panels open hardly any of the map would be left. */
  isCompact: boolean;
  /** Without a map the list stays open. */
  mapMissing: boolean;
  /** The panel of a place is open. */
  isPlaceOpen: boolean;
  closePlace: () => void;
}

/** Which panels are open, as this person prefers; a narrow screen has room for one at a time. */
export function usePanels({
  isNarrow,
  isCompact,
  mapMissing,
  isPlaceOpen,
  closePlace,
}: PanelContext): Panels {
  const [isListChosen, openList] = useFold('mapList', isNarrow, !isNarrow);
  const [isAnalysisChosen, openAnalysis] = useFold('mapAnalysis', isNarrow, !isNarrow && !isCompact);
  const isListOpen = mapMissing || (isListChosen && !(isNarrow && isPlaceOpen));
  return {
    isListOpen,
    isAnalysisOpen: isAnalysisChosen && (mapMissing || !(isNarrow && isListOpen)),
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

/** Stored separately for narrow and wide screens; open at first if nothing is stored. */
function useFold(
  name: string,
  isNarrow: boolean,
  isOpenAtFirst: boolean,
): [boolean, (isOpen: boolean) => void] {
  const place = isNarrow ? 'hand' : 'desk';
  const [chosen, choose] = usePersonalChoice<Partial<Record<typeof place, boolean>>>(name, {});
  return [chosen[place] ?? isOpenAtFirst, (isOpen) => choose({ ...chosen, [place]: isOpen })];
}
