import { instantIn, pluralIn } from '../../../lib/text/intl.ts'

const instant = instantIn('en')
const minutes = pluralIn('en', { one: 'minute', other: 'minutes' })

/** Consent, devices and applications. */
export const oauth = {
  allowHeading: (application: string) => `Allow ${application}?`,
  asks: (application: string, username: string) =>
    `${application} would like access to your account, ${username}. It will be able to:`,
  rights: {
    identity: 'recognise you when you come back',
    profile: 'see your username, your skin and your language',
    groups: 'see which groups you belong to',
    email: 'see your email address',
    join: 'join game servers as you',
    write: 'change your username, your skin and your cape',
    offline: 'stay connected until you remove it',
  },
  allow: 'Allow',
  deny: 'Deny',
  goesTo: 'You will then return to',
  members: {
    heading: (application: string) => `You cannot sign in to ${application}`,
    advice: 'Only members of certain groups can sign in to it. If you need access, ask the operators.',
    back: 'Go back',
  },
  wrong: {
    heading: 'The application sent an invalid request',
    advice: 'Go back to the application and try again. If this keeps happening, tell its developers.',
    forDevelopers: 'For the developers:',
  },
  device: {
    heading: 'Connect a device',
    code: 'Code',
    hint: 'The eight letters that your launcher or device shows. Upper or lower case, with or without the hyphen.',
    submit: 'Continue',
    unknown:
      'This code is wrong, has already been used or has expired. Check it, or get a new one on the device.',
    tooMany: (waitMinutes: number) => `Too many attempts. Try again in ${minutes(waitMinutes)}.`,
    compare: 'Check that your device shows this code:',
    caution: 'Did somebody send you this code or link? Choose “Deny”, or they could play as you.',
    connected: 'Device connected',
    connectedAdvice: 'You can close this page and continue on your device.',
    manage: 'See or remove the applications you have allowed',
    refused: 'Device refused',
    refusedAdvice: 'It has no access to your account. You can close this page.',
  },
  applications: {
    none: 'No application has access to your account.',
    since: (at: number) => `Since ${instant(at)}`,
    remove: (application: string) => `Remove: ${application}`,
  },
  flash: {
    signInFirst: 'Sign in to connect the device.',
    removed: 'The application was removed: it is signed out and no longer has access to your account.',
  },
}
