// Doxygen's filter: the comment at the top of a header says what the file is, so it becomes the file's text.
import { readFileSync } from 'node:fs';

const lines = readFileSync(process.argv[2] ?? '', 'utf8').split('\n');
const end = lines.findIndex((line) => !line.startsWith('//'));
const top = lines.slice(0, end).map((line) => line.replace('//', '///'));
// On the first line, so that the numbers of the lines below stay as they are.
if (top.length) top[0] = top[0].replace('///', '/// @file\n///');
process.stdout.write([...top, ...lines.slice(end)].join('\n'));
