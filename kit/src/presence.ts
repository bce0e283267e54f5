import type { Answer } from './http/exchange.ts'

/** The address of a neighbouring path that no server has: its last fixed part is another word. */
export function unknownSibling(template: string, word: string): string {
  const url = template.split('/')
  const index = url.findLastIndex((part) => part !== '' && !part.includes('{'))
  return url.map((part, at) => (at === index ? `${part}x${word}` : part)).join('/')
}

/** Says whether two answers are the same, but for the paths in them. */
export function isLikeUnknown(answer: Answer, unknown: Answer): boolean {
  return answer.status === unknown.status && withoutPath(answer) === withoutPath(unknown)
}

const withoutPath = ({ text, request }: Answer): string => text.replaceAll(new URL(request.url).pathname, '')
