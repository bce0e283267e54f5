// English that a native reader stumbles over, as two of them found it in this repository.

export interface Pattern {
  readonly find: RegExp
  readonly instead: string
}

/** Found in documents, in comments and in texts. Each expression has the flags `giu`. */
export const patterns: readonly Pattern[] = [
  {
    find: /(?<=^|[.:;|(–] |\*\*)Who(?:ever)? (?!knows\b)[a-z’']+(?![^.|]*\?)/gu,
    instead: 'a subject that acts ("Banned addresses can’t …", "Players who …")',
  },
  { find: /\bwho(?:m?so)?ever\b/giu, instead: 'anyone who, somebody who, the person who' },
  {
    find: /(?<!\bthere |\bthere's )\b(?:is|are|was|were) (?:no (?!longer\b|later\b|earlier\b|more\b|less\b|one\b)|none\b)/giu,
    instead: 'is not a, does not, has no',
  },
  {
    find: /\b(?:an?|the|each|this|that|no|one|every|another) mail\b(?! (?:server|program|provider|client))/giu,
    instead: 'email',
  },
  { find: /\bmails\b/giu, instead: 'emails' },
  { find: /\be-mails?\b/giu, instead: 'email' },
  { find: /\banew\b/giu, instead: 'again' },
  { find: /\bbesides?\b/giu, instead: 'also, next to, while … runs, compared with' },
  { find: /\blately\b/giu, instead: 'recently' },
  { find: /\bof now\b/giu, instead: 'current' },
  { find: /\b(?:go|goes|went|going) on\b(?! the\b)/giu, instead: 'continue' },
  { find: /\b(?:he|him|his|himself)\b/giu, instead: 'they, them, their' },
  {
    find: /(?<!\b(?:any|every|no|some)(?:body|one|thing|where)|\bno one|\bwh(?:at|ere|o)|\bwh(?:at|er|o)ever|\bor|\ball) else\b/giu,
    instead: 'otherwise, or instead',
  },
  { find: /\bfor ever\b/giu, instead: 'forever' },
  { find: /\bcan not\b/giu, instead: 'cannot' },
  { find: /\bin clear\b/giu, instead: 'in plain text, unencrypted' },
  { find: /\bin the place of\b/giu, instead: 'instead of' },
  { find: /\bparted by\b/giu, instead: 'separated by' },
  { find: /\b(?:is|are|was|were) to be had\b/giu, instead: 'is available' },
  {
    find: /, that (?:is|are|was|were|has|have|can|may|must|does)\b/giu,
    instead: 'no comma before a defining "that"',
  },
]

/** Found at the beginning of a doc comment, which should be a whole sentence about the thing below it. */
export const commentStart: Pattern = {
  find: /^(?:What|Of|As|Those|The same|Whether|How|Where)\b/gu,
  instead: 'a sentence about the thing below: what it returns, holds or does',
}

/** Found in the titles of tests, which state in the present tense what something does. */
export const titlePatterns: readonly Pattern[] = [
  {
    find: /(?:^|[:,;] )(?:and |of |or )?(?:what|whom|who) (?!(?:are|can|could|may|happens?|leave|want)\b)/giu,
    instead: 'a subject that acts ("an unknown name is refused")',
  },
  { find: /(?<=\b(?:by|for|of|to|with) )who\b/giu, instead: 'anybody who, the player who' },
  { find: /(?:^|: )nor\b/giu, instead: 'a sentence of its own' },
  {
    find: /\b(?:is|are|was|were|stays?) (?:dead|good|none|whole)\b(?! (?:for|to)\b)/giu,
    instead: 'valid, invalid, complete; works, has ended',
  },
  {
    find: /\b(?:is|are) (?:told|said)\b(?! (?:the|to|why)\b)/giu,
    instead: 'is reported, is notified, is shown',
  },
  { find: /\bof (?:before|ours|theirs)\b(?<!\berror of ours)/giu, instead: 'earlier, former; our own' },
  {
    find: /\b(?:in vain|stands? (?:beside|in|there)|made anew)\b/giu,
    instead: 'the word of the field',
  },
  {
    find: /\b(?:brings? (?:a|no|the)|lets? in|puts? on|held up|holds? up|wears? (?:a|the)|worn)\b/giu,
    instead: 'issues, admits, sets, blocks, has',
  },
  {
    find: /\b(?:as it was|as ever|so many|so often)\b(?! as\b)/giu,
    instead: 'unchanged; the number or the limit',
  },
]
