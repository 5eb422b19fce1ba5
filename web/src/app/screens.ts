import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Screen = () => Promise<{ default: ComponentType }>;

/** Every screen there is, by the component path the menu names it with. */
const loaders: Record<string, Screen> = {
  index: () => import('../features/system/IndexScreen.tsx'),
  'system/post/index': () => import('../features/system/PostScreen.tsx'),
  'system/config/index': () => import('../features/system/ParameterScreen.tsx'),
  'system/dict/index': () => import('../features/system/DictTypeScreen.tsx'),
  'system/dict/data': () => import('../features/system/DictDataScreen.tsx'),
};

const screens = new Map<string, LazyExoticComponent<ComponentType>>(
  Object.entries(loaders).map(([component, load]) => [component, lazy(load)]),
);

export function hasScreen(component: string): boolean {
  return screens.has(component);
}

export function getScreen(component: string): LazyExoticComponent<ComponentType> {
  const screen = screens.get(component);
  if (!screen) throw new Error(`There is no screen ${component}`);
  return screen;
}
