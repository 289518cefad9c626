// Colours of the hall, by daylight and at night.

export interface Palette {
  dark: boolean;
  background: number;
  floor: number;
  floorRim: number;
  barrier: number;
  barrierTop: number;
  table: number;
  tableSide: number;
  line: number;
  legs: number;
  net: number;
  netBand: number;
  shell: number;
  joint: number;
  accent: number;
  steel: number;
  rubber: number;
  rubberBack: number;
  wood: number;
  skin: number;
  hair: number;
  shirt: number;
  shorts: number;
  shoes: number;
  ball: number;
  predicted: number;
  target: number;
  hit: number;
  near: number;
  miss: number;
  zone: number;
  route: number;
  ghost: number;
  pickerShell: number;
  brush: number;
  shadow: number;
  ambient: number;
}

const DAY: Palette = {
  dark: false,
  background: 0xe9edf1,
  floor: 0xc9d3da,
  floorRim: 0xd8dfe5,
  barrier: 0x3c5a78,
  barrierTop: 0xf4f6f8,
  table: 0x1b6b93,
  tableSide: 0x124a68,
  line: 0xffffff,
  legs: 0x4a525b,
  net: 0x20303c,
  netBand: 0xffffff,
  shell: 0xf7f8fa,
  joint: 0x39424d,
  accent: 0xf2711c,
  steel: 0x99a5b1,
  rubber: 0xd93a3f,
  rubberBack: 0x1d2126,
  wood: 0xb98a5a,
  skin: 0xdca98a,
  hair: 0x4b3a30,
  shirt: 0x6a5acd,
  shorts: 0x2a3240,
  shoes: 0xf4f4f4,
  ball: 0xff9d2e,
  predicted: 0x6d4df2,
  target: 0xffd54a,
  hit: 0x2fb36d,
  near: 0xf0a020,
  miss: 0xe0474c,
  zone: 0x8496a6,
  route: 0x3a7d6e,
  ghost: 0x2c8f7c,
  pickerShell: 0x2f8f7f,
  brush: 0x1f2a30,
  shadow: 0x1c2b38,
  ambient: 0.66,
};

const NIGHT: Palette = {
  ...DAY,
  dark: true,
  background: 0x0d1117,
  floor: 0x1d2630,
  floorRim: 0x151c24,
  barrier: 0x1c2f45,
  barrierTop: 0x35506d,
  table: 0x1a6a9a,
  tableSide: 0x0f3c58,
  line: 0xe8f1f7,
  legs: 0x39424c,
  net: 0xaab8c4,
  netBand: 0xf2f5f7,
  shell: 0xd7dde4,
  joint: 0x2c343e,
  accent: 0xff8a3c,
  steel: 0x6d7985,
  skin: 0xc99678,
  shirt: 0x8778f0,
  shorts: 0x39445a,
  shoes: 0xdcdfe3,
  ball: 0xffb04d,
  predicted: 0xa48dff,
  zone: 0x3a4a5a,
  route: 0x4fb8a3,
  ghost: 0x57d3bb,
  pickerShell: 0x36a593,
  brush: 0x0e1418,
  shadow: 0x000000,
  ambient: 0.56,
};

export function palette(dark: boolean): Palette {
  return dark ? NIGHT : DAY;
}
