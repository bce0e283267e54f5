// Which files the prose check covers. Add a folder once its count is zero.

export const covered: readonly string[] = [
  '*.md',
  'docs/**/*.md',
  'src/**/*.md',
  'kit/**/*.{md,ts}',
  'test/*.md',
  'scripts/{limits,prose}/*.ts',
  'scripts/prose.ts',
  'src/{domain,lib,model,moving,passwords,state,storage}/**/*.ts',
]

/** Generated from texts in src that are not covered yet. */
export const notYet: readonly string[] = ['docs/commands.md', 'docs/configuration.md']

/** Lines that may stay as they are. */
export const exceptions: readonly { file: string; line: RegExp; why: string }[] = [
  { file: 'docs/errors.md', line: /^\| `[a-z_]+` \| \d{3} \|/u, why: 'texts of the wire' },
  { file: 'src/domain/why/text/ru.ts', line: /e-mail/u, why: 'Russian' },
]
