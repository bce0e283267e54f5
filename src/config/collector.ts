import type { Kind } from './values.ts'

/** A part of a whole. */
export const share: Kind<number> = {
  allowed: 'a number from 0 to 1',
  example: '0.1',
  read: (text) => (/^(?:0|1|0?\.\d{1,9}|[01]\.0+)$/.test(text) ? Number(text) : undefined),
}

/** Headers of requests, by name. */
export const headers: Kind<Readonly<Record<string, string>>> = {
  allowed: 'NAME=VALUE,NAME=VALUE, where commas and other special characters in a value are percent-encoded',
  example: 'authorization=Bearer%20the-key-that-the-collector-shows',
  read: (text) => {
    const pairs = text.split(',').map((pair) => /^\s*([\w-]{1,64})=([\x21-\x7e]{1,4096})\s*$/.exec(pair))
    try {
      const read = pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')] as const)
      const isHeader = ([name, value]: readonly [string, string]) =>
        name !== '' && /^[\x20-\x7e]+$/.test(value)
      return read.every(isHeader) ? Object.fromEntries(read) : undefined
    } catch {
      return undefined
    }
  },
}
