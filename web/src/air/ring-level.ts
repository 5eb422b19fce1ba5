/** The number of a level in a circle, so that it cannot be read as part of the value. */
export const ringLevel = (level: number) => '①②③④⑤⑥⑦⑧⑨⑩⑪⑫'[level - 1] ?? '';
