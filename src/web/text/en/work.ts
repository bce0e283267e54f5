/** Of the proof of work that some forms ask for. */
export const work = {
  needsScript:
    'This form needs JavaScript: your browser has to do some work before it is sent, which keeps programs out. Allow it for this page, and load the page again.',
  working: 'One moment: your browser is working…',
  failed:
    'Your browser could not do the work that this form needs. Load the page again, or try another browser.',
  missing:
    'Nothing was done yet: the form was open too long, or your browser had not done its work. Send it again.',
}
