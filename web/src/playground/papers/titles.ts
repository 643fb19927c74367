/** "Figure 1c", or the word for what has no number in the paper. */
export function titleOf({ id }: { readonly id: string }): string {
  return /^\d/.test(id) ? `Figure ${id}` : id.charAt(0).toUpperCase() + id.slice(1);
}
