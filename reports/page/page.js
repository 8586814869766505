// The pages without their charts: tables that are sorted and filtered, commands that are copied. Without this file the pages show the
// same text.
'use strict';

let regions = 0;

/** Wide tables can be scrolled by the keyboard. */
function makeScrollable() {
  for (const box of document.querySelectorAll('.scroll')) {
    const wide = box.scrollWidth > box.clientWidth + 1;
    if (wide && !box.hasAttribute('tabindex')) {
      box.tabIndex = 0;
      box.setAttribute('role', 'region');
      box.setAttribute(
          'aria-label',
          (box.querySelector('caption') || box.closest('section')?.querySelector('h2') || {textContent: 'Table'})
                  .textContent +
              ' (' + ++regions + ')');
    } else if (!wide && box.hasAttribute('tabindex')) {
      for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
    }
  }
}

/** The rows of a table, each with the row of details below it. */
function rowsOf(table) {
  return [...table.tBodies[0].rows].filter((row) => !row.classList.contains('detail')).map((row) => {
    const next = row.nextElementSibling;
    return next?.classList.contains('detail') ? [row, next] : [row];
  });
}

/** The sort key of a cell: its number if it has one, else its text. Cells without a value come last. */
function sortKey(cell) {
  const text = cell.textContent.trim(), number = Number(text.replace(/\u202f/g, ''));
  return text === '–' || text === ''                      ? null :
      cell.classList.contains('number') && !isNaN(number) ? number :
                                                            text;
}

function compare(a, b, sign) {
  if (a === null || b === null) return (a === null) - (b === null);
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
}

for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.setAttribute('aria-label', 'Sort by ' + head.textContent);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const keyed = rowsOf(table).map((rows) => ({rows, key: sortKey(rows[0].cells[column])}));
      keyed.sort((a, b) => compare(a.key, b.key, down ? -1 : 1));
      table.tBodies[0].append(...keyed.flatMap(({rows}) => rows));
    });
    head.append('\u00a0', button);
  });
}

// A filter is about the tables of its section.
for (const controls of document.querySelectorAll('.filter')) {
  controls.hidden = false;
  const section = controls.closest('section'), input = controls.querySelector('input'),
        output = controls.querySelector('output');
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const rows of [...section.querySelectorAll('table')].flatMap(rowsOf)) {
      const text = rows.map((row) => row.textContent).join(' ').toLowerCase();
      const fits = words.every((word) => text.includes(word));
      for (const row of rows) row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    output.textContent = words.length ? shown + ' rows' : '';
  });
}

/** A button that copies the command before it. */
function addCopy(code) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'copy';
  button.setAttribute('aria-label', 'Copy the command');
  button.addEventListener('click', () => {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    const done = () => {
      button.textContent = 'copied';
    };
    // A page from a disk may not reach the clipboard: then the command is selected, at least.
    if (navigator.clipboard)
      navigator.clipboard.writeText(code.textContent)
          .then(done, () => document.execCommand('copy') && done());
    else if (document.execCommand('copy'))
      done();
    setTimeout(() => {
      button.textContent = 'copy';
    }, 1500);
  });
  code.after(button);
}
for (const code of document.querySelectorAll('tr.detail code, dl.run:not(.wide) code'))
  if (/^(build\/|tools\/)?(kintree|peers) /.test(code.textContent)) addCopy(code);

makeScrollable();
addEventListener('resize', makeScrollable);
window.kintree = {
  problems: document.getElementById('problem'),
  addCopy
};
