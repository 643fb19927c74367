/** Things that a visitor takes along: files and text. */

export function saveFile(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has to begin reading before the address goes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @returns what to tell the visitor; where the browser does not allow it, the text is copied by hand */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    return 'This browser does not let a page copy: select the text instead.';
  }
}
