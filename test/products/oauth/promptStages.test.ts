/**
 * What a visitor sees of Google's prompt, stage by stage, and what its reasons say of a project's
 * setup.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { limits, setupProblem, stageAfter, viewOf, type Stage } from '../../../src/products/oauth/promptStages.ts'

const test = suite("stages of Google's prompt")

const stages: Stage[] = ['pending', 'shown', 'chosen', 'over']

for (const [next, expected] of [
  // the stages after `next`, in the order of `stages`
  ['shown', ['shown', 'shown', 'chosen', 'over']],
  ['chosen', ['chosen', 'chosen', 'chosen', 'chosen']],
  ['over', ['over', 'over', 'over', 'over']],
] as const) {
  test(`reaching ${next} from each stage`, () => {
    assert.equal(
      stages.map((stage) => stageAfter(stage, next)),
      expected,
    )
  })
}

const [area, button, neither] = ['area', 'button', 'neither'] as const

for (const [place, alone, expected] of [
  // what is seen at each of `stages`
  ['embedded', false, [area, area, area, button]],
  ['embedded', true, [area, area, area, button]],
  ['floating', false, [button, button, area, button]],
  ['floating', true, [neither, neither, area, button]],
  ['nowhere', false, [button, button, area, button]],
  ['nowhere', true, [button, button, area, button]],
] as const) {
  test(`${place}, ${alone ? 'the only method' : 'one of several methods'}: what is seen at each stage`, () => {
    assert.equal(
      stages.map((stage) => {
        const view = viewOf(stage, place, alone)
        assert.not(view.area && view.button)
        return view.area ? area : view.button ? button : neither
      }),
      expected,
    )
  })
}

test('a prompt may take 5 s to come and a page 25 s to leave; what the visitor can end has no limit', () => {
  assert.equal(
    stages.map((stage) => limits[stage]),
    [5000, undefined, 25_000, undefined],
  )
})

for (const [reason, expected] of [
  ['unregistered_origin', 'oneTap.error.origin'],
  ['invalid_client', 'oneTap.error.clientId'],
  ['missing_client_id', 'oneTap.error.clientId'],
  ['oauth_config_not_found', 'oneTap.error.noClient'],
  ['no_login_redirect_urls_set', 'oneTap.error.noRedirectUrls'],
  ['no_signup_redirect_urls_set', 'oneTap.error.noRedirectUrls'],
  ['default_provider_not_allowed', 'oneTap.error.defaultProvider'],
  ['opt_out_or_no_session', undefined],
  ['user_cancel', undefined],
  ['tap_outside', undefined],
  ['aborted', undefined],
  ['fedcm_cannot_embed', undefined],
  ['', undefined],
] as const) {
  test(`'${reason}' says ${expected || 'nothing'} of the setup`, () => {
    assert.is(setupProblem(reason), expected)
  })
}

test.run()
