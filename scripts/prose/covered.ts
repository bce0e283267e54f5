// Which files the prose check covers, and the lines that may stay as they are.

export const covered: readonly string[] = [
  '*.md',
  'docs/**/*.md',
  'src/**/*.{md,ts}',
  'src/texts/en.json',
  'kit/**/*.{md,ts}',
  'test/**/*.{cjs,md,ts}',
  'scripts/**/*.{cjs,mjs,ts}',
  '{bench,bin,crash,failover,faults,fuzz,soak,starve}/*.{cjs,md,ts}',
]

/** Lines that may stay as they are. */
export const exceptions: readonly { file: string; line: RegExp; why: string }[] = [
  { file: 'docs/errors.md', line: /^\| `[a-z_]+` \| \d{3} \|/u, why: 'texts of the wire' },
  {
    file: 'src/texts/en.json',
    line: /"(?:(?:Change|Confirm your|Username or) )?[Ee].mail"/u,
    why: 'names of the page contract',
  },
  {
    file: 'src/wire/vendor-services/errors.ts',
    line: /'The name was changed too/u,
    why: 'a text of the wire',
  },
  { file: 'src/cli/commands/moving.ts', line: /\{added, unchanged, mails,/u, why: 'a field of the answer' },
  { file: 'docs/commands.md', line: /\{added, unchanged, mails,/u, why: 'a field of the answer' },
  { file: 'test/repository/prose.test.ts', line: /./u, why: 'sentences that the check has to find' },
]
