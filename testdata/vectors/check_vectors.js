// Compares your answers with test vectors, and prints which mistake explains wrong ones:
//     node check_vectors.js ANSWERS.json VECTORS.json...
// ANSWERS.json is like `{"inertia-001": {"H": [[0.26]], "tau": [1.5], ...}, ...}`, with any answers of any vectors.
// Exit code 1 if an answer is wrong.
"use strict";
const fs = require("fs");

const read = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
const rowsOf = (answer) => answer.map((row) => (Array.isArray(row) ? row : [row]).map((x) => (x === null ? NaN : Number(x))));

/** True if |difference| <= allowed(row, column, number), everywhere. NaN is never close. */
function close(answer, other, allowed) {
  const own = rowsOf(answer), others = rowsOf(other);
  return own.length === others.length && others.every((row, i) =>
    own[i].length === row.length && row.every((x, k) => Math.abs(own[i][k] - x) <= allowed(i, k, x)));
}

/** The schema explains `rows` and `columns`. */
const right = (answer, given) => close(answer, given.exact, (i, k) => given.rows[i] * (given.columns ?? [1])[k]);

/** Equal to half of the digits of double. For small numbers three quarters of the digits of the largest are enough. */
function same(answer, wrong, exact) {
  const largest = Math.max(...rowsOf(wrong).concat(rowsOf(exact)).flat().map(Math.abs));
  return close(answer, wrong, (i, k, x) => Math.max(2 ** -26.5 * Math.abs(x), 2 ** -39.75 * largest));
}

const [answersPath, ...paths] = process.argv.slice(2);
const answers = read(answersPath), files = paths.map(read).filter((file) => file.vectors); // not the schema
const slips = Object.assign({}, ...files.map((file) => file.slips));
let count = 0, wrongCount = 0, fitting = Object.keys(slips).sort();
for (const vector of files.flatMap((file) => file.vectors)) {
  for (const [name, given] of Object.entries(vector.answers)) {
    const answer = (answers[vector.id] ?? {})[name];
    if (answer === undefined) continue;
    const changes = new Map(vector.wrong.filter((w) => name in w.answers).flatMap((w) => w.slips.map((s) => [s, w.answers[name]])));
    count += 1;
    // An implementation with one slip gives its answer wherever it changes one, and is right elsewhere.
    if (right(answer, given)) {
      fitting = fitting.filter((slip) => !changes.has(slip));
      continue;
    }
    wrongCount += 1;
    const seen = [...changes].filter(([, wrong]) => wrong === null || same(answer, wrong, given.exact)).map(([slip]) => slip).sort();
    fitting = fitting.filter((slip) => seen.includes(slip));
    console.log(`${vector.id} ${name}: ${vector.what}: wrong, as of ${seen.join(", or ") || "no known slip"}`);
  }
}
console.log(`${count} answers, ${wrongCount} are wrong`);
if (wrongCount) console.log(fitting.map((s) => `it looks as if ${slips[s]} (${s})`).join("\n") || "no slip that is known explains all of it");
process.exit(wrongCount || !count ? 1 : 0);
