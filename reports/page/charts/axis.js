// Axes. All hold decimal logarithms, with lanes at their ends for zero and for what is not finite.
const superscript = (k) => [...String(k)].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c])).join('');
export const power = (k) => (k === 0 ? '1' : '10' + superscript(k));

/**
 * An axis for these values: where each stands, its range, and its tics. `counts`: whole numbers, else powers
 * of ten.
 */
export function axis(values, counts = false) {
  const logs = values.filter((v) => v > 0).map(Math.log10);
  let low = logs.length ? Math.min(...logs) : 0, high = logs.length ? Math.max(...logs) : 1;
  if (!counts) {
    low = Math.floor(low);
    high = Math.ceil(high);
  }
  if (high - low < 0.3) {
    low -= 0.15;
    high += 0.15;
  }
  const lane = (high - low) / 12, labels = {}, tics = [];
  const tic = (at, label) => {
    tics.push(at);
    labels[at.toFixed(4)] = label;
  };
  const zero = values.some((v) => v !== null && v <= 0), endless = values.some((v) => v === null);
  if (counts) {
    const steps = high - low > 2.2 ? [1, 3] : high - low > 1 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9];
    for (let e = -1; e < 8; ++e)
      for (const m of steps) {
        const v = m * 10 ** e;
        if (v >= 1 && Math.log10(v) >= low - 1e-9 && Math.log10(v) <= high + 1e-9)
          tic(Math.log10(v), String(+v.toPrecision(3)));
      }
  } else {
    const step = Math.max(1, Math.ceil((high - low) / 7));
    for (let k = Math.ceil(low); k <= high; ++k)
      if (k % step === 0) tic(k, power(k));
  }
  if (zero) tic(low - lane, '0');
  if (endless) tic(high + lane, '∞');
  return {
    place: (v) =>
        (v === null ? high + lane :
             v > 0  ? Math.log10(v) :
                      low - lane),
    domain: [low - (zero ? 1.6 : 0.35) * lane, high + (endless ? 1.6 : 0.35) * lane],
    tics,
    labels,
  };
}

export const vegaAxis = (orient, scale, of, name) => ({
  orient,
  scale,
  values: of.tics,
  title: name,
  grid: true,
  domain: false,
  ticks: false,
  labelPadding: 6,
  encode: {
    labels: {update: {text: {signal: JSON.stringify(of.labels) + '[format(datum.value, \'.4f\')] || \'\''}}}
  },
});
