import { instantIn, pluralIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')
const minutes = pluralIn('en', { one: 'minute', other: 'minutes' })
const days = pluralIn('en', { one: 'day', other: 'days' })

/** The account pages with one small form. */
export const settings = {
  currentPassword: 'Current password',
  wrongPassword: 'That is not your password. Nothing was changed.',
  codeInstead:
    'Instead of the password: the six digits that your authenticator app shows now, or a recovery code.',
  unchanged: 'Nothing was changed. Correct the field below and try again.',
  language: {
    submit: 'Save',
    unknown: 'Choose one of the languages in the list.',
  },
  password: {
    about: 'You stay signed in here, and are signed out everywhere else.',
    label: 'New password',
    submit: 'Change password',
  },
  username: {
    about: 'You keep your worlds, friends and skin: they belong to your account, not to its name.',
    cooldown: (count: number) => `After a change you have to keep the new name for at least ${days(count)}.`,
    nextChange: (at: number) => `You can change it again after ${instant(at)}.`,
    submit: 'Change username',
    former: 'Former names',
    since: (at: number) => `since ${instant(at)}`,
    problems: {
      vendorUnavailable:
        'Nothing was changed: we could not check whether this name is free. Try again in a moment.',
      same: 'That is already your name.',
      tooSoon: 'You changed your name recently. Wait until you can change it again.',
    },
  },
  export: {
    about:
      'Everything stored about your account, without passwords and secrets, in one JSON file. It includes the latest 10,000 entries of your history.',
    submit: 'Download',
    tooMany: (waitMinutes: number) => `Too many downloads for now. Try again in ${minutes(waitMinutes)}.`,
  },
  flash: {
    languageSaved: 'These pages and our email are in English now.',
    passwordChanged: 'Your password was changed. You are signed out everywhere else.',
    usernameChanged: 'Your name was changed.',
  },
}
