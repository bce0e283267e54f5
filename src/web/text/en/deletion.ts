import { instantIn, pluralIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')
const days = pluralIn('en', { one: 'day', other: 'days' })

export const deletion = {
  about:
    'You are signed out everywhere at once, and nobody finds your name any more. Your skin, your cape, your email address and everything else in your account will be deleted.',
  remains: (count: number) =>
    `The operators’ log keeps what happened with your account, network addresses included, for ${days(count)}.`,
  grace: (count: number) =>
    `You can change your mind for ${days(count)}: sign in here again before they are over.`,
  exportFirst: 'Download your data first',
  leaving: {
    heading: 'This account will be deleted',
    explanation: (username: string, at: number) =>
      `${username} will be deleted after ${instant(at)}. Until then you can keep it, as it was.`,
    keep: 'Keep my account',
  },
  lastAdministrator:
    'You are the only administrator. Make somebody else one first, then delete your account.',
  said: {
    requested: 'Your account will be deleted. If you change your mind, sign in.',
    kept: 'Your account is kept. Sign in again in your launchers.',
  },
}
