import { instantIn, pluralIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')
const minutes = pluralIn('en', { one: 'minute', other: 'minutes' })

/** Consent, devices and applications. */
export const oauth = {
  allowHeading: (application: string) => `Allow ${application}?`,
  asks: (application: string, username: string) =>
    `${application} would like to do this with your account, ${username}:`,
  rights: {
    identity: 'know that it is you when you come back',
    profile: 'see your username, your skin and your language',
    groups: 'see which groups you belong to',
    email: 'see your e-mail address',
    join: 'join game servers as you',
    write: 'change your username, your skin and your cape',
    offline: 'stay connected until you remove it',
  },
  allow: 'Allow',
  deny: 'Deny',
  goesTo: 'Then you go back to',
  members: {
    heading: (application: string) => `You cannot sign in to ${application}`,
    advice: 'Only members of certain groups may sign in to it. If you need access, ask the operators.',
    back: 'Go back',
  },
  wrong: {
    heading: 'The application has asked for something wrong',
    advice: 'Go back to the application and try again. If it stays so, tell the people who make it.',
    forDevelopers: 'For them:',
  },
  device: {
    heading: 'Connect a device',
    code: 'Code',
    hint: 'The eight letters that your launcher or device shows. Upper or lower case, with or without the hyphen.',
    submit: 'Continue',
    unknown:
      'This code is wrong, was used already or has expired. Check it, or have the device show a new one.',
    tooMany: (waitMinutes: number) => `Too many codes were tried. Try again in ${minutes(waitMinutes)}.`,
    compare: 'Your device must show this code:',
    caution: 'Did somebody send you this code or link? Choose “Deny”, or they could play as you.',
    connected: 'Device connected',
    connectedAdvice: 'You can close this page and go on there.',
    manage: 'See or remove what you have allowed',
    refused: 'Device refused',
    refusedAdvice: 'It may do nothing. You can close this page.',
  },
  applications: {
    none: 'No application has access to your account.',
    since: (at: number) => `Since ${instant(at)}`,
    remove: (application: string) => `Remove: ${application}`,
  },
  said: {
    signInFirst: 'Sign in to connect the device.',
    removed: 'It was removed: it is signed out, and may do nothing any more.',
  },
}
