import { instantIn, pluralIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')
const days = pluralIn('en', { one: 'day', other: 'days' })

export const deletion = {
  about:
    'You are signed out everywhere at once, and your name can no longer be found. Your skin, your cape, your email address and everything else in your account will be deleted.',
  remains: (count: number) =>
    `The operators’ log keeps the history of your account, including network addresses, for ${days(count)}.`,
  grace: (count: number) =>
    `You have ${days(count)} to change your mind: sign in here again to keep your account.`,
  exportFirst: 'Download your data first',
  leaving: {
    heading: 'This account will be deleted',
    explanation: (username: string, at: number) =>
      `${username} will be deleted after ${instant(at)}. Until then you can keep it just as it was.`,
    keep: 'Keep my account',
  },
  lastAdministrator:
    'You are the only administrator. Make somebody else one first, then delete your account.',
  flash: {
    requested: 'Your account will be deleted. If you change your mind, sign in again.',
    kept: 'Your account will not be deleted. Sign in to your launchers again.',
  },
}
