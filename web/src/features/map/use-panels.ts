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
  const place = isNarrow ? 'hand' : isCompact ? 'small' : 'desk';
  const [isListChosen, openList] = useFold('mapList', place, !isNarrow);
  const [isAnalysisChosen, openAnalysis] = useFold('mapAnalysis', place, place === 'desk');
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

type ScreenClass = 'hand' | 'small' | 'desk';

/** Stored separately for each class of screens: what fits on a large one would cover the map on a small one. */
function useFold(
  name: string,
  place: ScreenClass,
  isOpenAtFirst: boolean,
): [boolean, (isOpen: boolean) => void] {
  const [chosen, choose] = usePersonalChoice<Partial<Record<ScreenClass, boolean>>>(name, {});
  return [chosen[place] ?? isOpenAtFirst, (isOpen) => choose({ ...chosen, [place]: isOpen })];
}
