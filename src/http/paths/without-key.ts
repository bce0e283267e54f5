/** `at` as a request may write it: with its letters percent-encoded, and with more slashes after it. */
const beforeKey = /(\/(?:a|%61)(?:t|%74)\/+)[^/]+/gi

/** Puts `…` in place of the key of a game server's root, because those who ask may write down the answers. */
export const withoutKey = (path: string): string => path.replaceAll(beforeKey, '$1…')
