/** The closed list of failures a caller can meet (specification §8), each with its HTTP status. */
export const ERROR_STATUS = {
  unreadable_request: 400,
  invalid_auth: 401,
  invalid_token: 401,
  not_allowed: 403,
  scope_missing: 403,
  email_not_verified: 403,
  reauthentication_needed: 403,
  account_suspended: 403,
  not_found: 404,
  conflict: 409,
  last_administrator: 409,
  last_way_in: 409,
  last_group_owner: 409,
  changed_meanwhile: 409,
  quota_reached: 409,
  file_damaged: 409,
  username_or_email_exists: 409,
  email_in_use: 409,
  too_large: 413,
  wrong_content_type: 415,
  no_valid_input: 422,
  nothing_accepted: 422,
  invalid_user: 422,
  invalid_code: 422,
  passkey_refused: 422,
  oidc_failed: 422,
  oidc_email_needed: 422,
  oidc_other_account: 422,
  one_time_code_needed: 422,
  invalid_email: 422,
  passwords_do_not_match: 422,
  outside_subscription: 422,
  too_much_data: 422,
  no_user_created: 422,
  user_not_edited: 422,
  user_not_deleted: 422,
  not_saved_error: 422,
  limit_exceeded: 429,
  something_wrong: 500,
  mail_error: 502,
  maintenance: 503,
  busy: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The one error body of the product. `errors` only where fields are at fault. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  errors?: Record<string, string[]>
}
