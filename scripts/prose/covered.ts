// Which files the prose check covers. Add a folder once its count is zero.

export const covered: readonly string[] = [
  '*.md',
  'docs/**/*.md',
  'src/**/*.md',
  'test/*.md',
  'scripts/{limits,prose}/*.ts',
  'scripts/prose.ts',
]

/** Generated from texts in src that are not covered yet. */
export const notYet: readonly string[] = ['docs/commands.md', 'docs/configuration.md']

/** Lines that may stay as they are. */
export const exceptions: readonly { file: string; line: RegExp; why: string }[] = [
  { file: 'docs/errors.md', line: /^\| `[a-z_]+` \| \d{3} \|/u, why: 'texts of the wire' },
  {
    file: 'docs/webhooks.md',
    line: /^\| `[a-z_]+\.[a-z_]+` \|/u,
    why: 'the words of audit events, which src/model/audit.ts has',
  },
]
