/** The sentences that the specification fixes are in the product to the letter. Journeys show where; this list shows that none was reworded. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sentences = [
  'A verification PIN has been sent to your email.',
  'Abstract Submitted',
  'Abstract Title is required.',
  'Abstract submission date has passed.',
  'Add Abstract',
  'An error occurred during checkout. Please try again.',
  'An error occurred during payment initiation. Please try again.',
  'An error occurred while finalizing payment.',
  'An error occurred. Please try again later.',
  'An error occurred. Please try again.',
  'Both password fields are required.',
  'Bridging Theory and Practice',
  'Email already in use',
  'Email is required.',
  'Email not found',
  'Email not registered',
  'Email not verified',
  'Email or password incorrect',
  'Enter a valid email.',
  'Error: Abstract save/update failed',
  'File size exceeds 50MB',
  'File size must be less than 2MB.',
  'Invalid file type',
  'Login failed. Please try again.',
  'No Seats Available',
  'No seats available for: ',
  'PIN Generated',
  'PIN not correct',
  'Password is required.',
  'Passwords do not match.',
  'Payment Code',
  'Payment code not available for this event.',
  'Payment finalization failed: ',
  'Payment registration failed.',
  'Please enter the OTP.',
  'Please select a specialty.',
  'Please select a sub-specialty.',
  'Please select an abstract type.',
  'Please sign in first to add this workshop to your cart.',
  'Please try again later.',
  'Please verify the captcha.',
  'Processing payment...',
  'Profile created',
  'Registration Date has Expired.',
  'Required Fields Missing',
  'Seats not available',
  'The profile cannot be created, please try again later.',
  'There are no seats available in this workshop.',
  'This field is required.',
  'This workshop is already added to your cart.',
  'Transaction ID not found.',
  'Unexpected response from checkout API.',
  'Username is required.',
  'Verify your email first.',
  'WebP format is not supported.',
  'Your cart is empty.',
  'upload new file',
]

const sources = globSync(['{contract,server,web}/**/*.{ts,tsx}', 'content/{,sample/}*.json'])
  .filter((file) => !/\.test\.|\/testing\//.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** As a text of its own, in quotes, before a value or between tags: part of a longer sentence is not enough. */
function isText(sentence: string): boolean {
  const escaped = sentence.replaceAll(/[.()]/g, '\\$&')
  return new RegExp(`(?:['"\`>]|\\n *)${escaped}(?:['"\`<]|\\$\\{|\\n)`).test(sources)
}

test('every sentence of the specification is in the sources to the letter', () => {
  expect(sentences.filter((sentence) => !isText(sentence))).toEqual([])
})

test('a reworded sentence is missed', () => {
  expect(isText('Your cart is empty')).toBe(false)
})

test('U27: no screen, email or sample promises a badge or a certificate', () => {
  const promise = /\b(collect|download|print|receive|bring)\w*\b[^.'"`]*\b(badge|certificate)s?\b/gi
  expect('Collect your badge from 5 January').toMatch(promise)
  expect(sources.match(promise)).toBeNull()
})
