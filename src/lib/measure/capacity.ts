/** Options of an LRUCache for at most so many entries. With `max`, it would reserve memory for all of them at once. */
export const upTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
