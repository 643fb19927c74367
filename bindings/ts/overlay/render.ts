// Text into elements.

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

export function cell(name: 'td' | 'th', text: string): HTMLTableCellElement {
  const made = element(name, text);
  if (name === 'th') made.scope = 'col';
  return made;
}

/** Puts `lines` into the body of a table. */
export function rows(body: HTMLElement, lines: readonly (readonly string[])[]): void {
  const made = lines.map((line) => {
    const row = element('tr');
    row.append(...line.map((text) => cell('td', text)));
    return row;
  });
  body.replaceChildren(...made);
}
