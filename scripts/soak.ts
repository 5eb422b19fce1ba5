import { fuzzDecoder } from '../hj212/fuzz.ts';

const minutes = Number(process.argv[2] ?? 3);
if (!(minutes > 0 && minutes <= 600)) {
  console.error('npm run soak -- MINUTES: a number from 0 to 600, 3 if left out.');
  process.exit(1);
}
const seed = Math.floor(Math.random() * 2 ** 31);
console.log(`Broken frames for ${minutes} min, seed ${seed} …`);
const counts = fuzzDecoder(minutes * 60, seed);
console.log(counts);
