// Reasons of single use cases to decline, each described once: commands, the API and docs/errors.md have them from here,
// pages have words in `admin.refused` of each src/texts/<language>.json. What several things have in common is a family
// (families.ts).

interface Reason {
  /** The request of the API that may be declined. */
  readonly at: string
  readonly status: 404 | 422
  /** English words of the API: a sentence, and one that says what to do. */
  readonly sentence: string
  /** The words of commands, if they differ. */
  readonly command?: string
  /** For docs/errors.md: when it is declined, and what helps. */
  readonly when: string
  readonly remedy: string
}

export const reasons = {
  name_not_held: {
    at: 'DELETE /held-names/:name',
    status: 404,
    sentence: 'The username is not held for anybody.',
    when: 'the name to be freed is not held for anybody',
    remedy: 'nothing: it is free, or an account has it',
  },
  client_without_secret: {
    at: 'POST /clients/:id/secret',
    status: 422,
    sentence: 'The application is public and has no secret.',
    when: 'public applications have no secret',
    remedy: 'register a confidential one',
  },
  name_not_of_visitor: {
    at: 'DELETE /visitor-names/:name',
    status: 404,
    sentence: 'No visitor has the name, and it is not held for one.',
    when: 'no visitor has the name, and it is not held for one',
    remedy: 'nothing: an account has it, or nobody',
  },
  link_of_suspended: {
    at: 'POST /accounts/:id/links',
    status: 422,
    sentence: 'The account is suspended. POST /accounts/{id}/restore ends the suspension.',
    command: 'the account is suspended; end the suspension first: norn account restore ACCOUNT',
    when: 'a suspended account gets no one-time link',
    remedy: 'end the suspension first',
  },
  link_too_long: {
    at: 'POST /accounts/:id/links',
    status: 422,
    sentence: 'The link would be valid for more than 30 days. Send an earlier end.',
    command: 'the link would be valid for more than 30 days; give --expires an earlier end',
    when: 'a one-time link would be good for more than 30 days',
    remedy: 'give a nearer end',
  },
} as const satisfies Readonly<Record<string, Reason>>

export type ReasonName = keyof typeof reasons

export const reasonEntries = Object.entries(reasons) as [ReasonName, Reason][]
