import { pluralIn } from '../../../lib/text/intl.ts'

const minutes = pluralIn('en', { one: 'minute', other: 'minutes' })
const characters = pluralIn('en', { one: 'character', other: 'characters' })

export const register = {
  heading: 'Create account',
  username: 'Username',
  usernameRule: '3 to 16 letters, digits and underscores. Other players see it in the game.',
  usernameHint: 'The name that other players see in the game.',
  email: 'E-mail',
  emailHint: 'We need it if you forget your password. Other players don’t see it.',
  password: 'Password',
  passwordHint: (minLength: number) => `At least ${characters(minLength)}. A sentence is easy to remember.`,
  invite: 'Invite code',
  submit: 'Create account',
  hasAccount: 'Already have an account?',
  closed: { heading: 'Registration is closed', advice: 'Ask the operators for an account.' },
  problem: 'Nothing was created yet. Correct the fields below and try again.',
  usernameProblems: {
    malformed: 'Use 3 to 16 letters, digits and underscores.',
    unlike: 'This name is not allowed here. Choose another one.',
    reserved: 'This name, or one that looks like it, is reserved. Choose another one.',
    taken: 'This name is taken. Choose another one.',
    vendor: 'This name belongs to a player of the game’s own service. Choose another one.',
  },
  emailProblems: {
    malformed: 'Enter an email address like name@example.org.',
    taken: 'There is already an account with this email address. Sign in, or use another address.',
  },
  passwordProblems: {
    short: (minLength: number) => `Use at least ${characters(minLength)}.`,
    long: 'Use a shorter password.',
    common: 'This password is too common and easy to guess. Choose another one.',
    own: 'Do not use your name or email address as your password.',
  },
  inviteInvalid: 'This code is unknown, used up or expired. Ask for a new one.',
  tooMany: (waitMinutes: number) =>
    `Too many accounts or emails were requested from your network. Try again in ${minutes(waitMinutes)}.`,
  overloaded: 'The service is busy right now. Try again in a moment.',
  vendorUnavailable:
    'Nothing was created: we could not check whether this name is free. Try again in a moment.',
  sent: {
    heading: 'Check your mail',
    explanation: 'We have sent you an email. Open the link in it.',
    sentTo: (email: string) => `We have sent an email to ${email}. Open the link in it.`,
    submit: 'Send it again',
    otherAddress: 'Use another address',
    nothing:
      'Nothing there? Check your spam folder and the address. We send at most three emails an hour to one address.',
  },
  confirm: {
    passwordHint:
      'The password that you chose when you registered. We ask because this is a different browser.',
    wrongPassword:
      'That is not the password you chose. If you registered more than once, try the link in another email.',
    heading: 'Confirm your e-mail',
    explanation: (username: string) => `One more step, and ${username} is your account.`,
    submit: 'Confirm',
    dead: 'This link has already been used or has expired. Create the account again, or sign in.',
    usernameTaken:
      'Somebody else has taken this name in the meantime. Create the account again with another name.',
    emailTaken: 'There is already an account with this email address. Sign in, or choose a new password.',
    again: 'Create account',
  },
  flash: {
    sentAgain: 'We have sent it again. The links in earlier emails still work, too.',
    confirmed: 'Your account is ready. Sign in.',
    created: 'Your account is ready.',
  },
}
