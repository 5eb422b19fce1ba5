/**
 * Every error a person can meet, with the code of its envelope. The texts are `errors.<key>` in the three
 * languages. 500: said in a toast; 601: a warning; the rest as the console family uses them.
 */
export const errorCodes = {
  'auth.expired': 401,
  'auth.forbidden': 403,
  'auth.address_refused': 500,
  'auth.captcha_expired': 500,
  'auth.captcha_wrong': 500,
  'auth.wrong_password': 500,
  'auth.user_stopped': 500,
  'auth.user_locked': 500,
  'auth.address_locked': 500,
  'auth.must_change_password': 403,
  'auth.same_password': 500,
  'auth.old_password_wrong': 500,
  'dictionary.built_in': 500,
  'dictionary.built_in_key': 500,
  'field.choice': 500,
  'field.date': 500,
  'field.integer': 500,
  'field.json': 500,
  'field.max': 500,
  'field.max_value': 500,
  'field.min': 500,
  'field.min_value': 500,
  'field.pattern': 500,
  'field.required': 500,
  'field.taken': 500,
  'field.type': 500,
  'field.unknown_character': 500,
  'file.empty': 500,
  'file.extension': 500,
  'file.gone': 500,
  'file.interrupted': 500,
  'file.no_space': 500,
  'file.not_found': 404,
  'file.not_own': 500,
  'file.not_text': 500,
  'file.picture_broken': 500,
  'file.picture_pixels': 500,
  'file.picture_slow': 500,
  'file.quota_bytes': 500,
  'file.quota_files': 500,
  'file.refused': 500,
  'file.too_large': 500,
  'identity.code_invalid': 500,
  'identity.no_provider': 500,
  'parameter.built_in': 500,
  'parameter.built_in_key': 500,
  'registration.closed': 500,
  'request.broken_json': 500,
  'request.media_type': 415,
  'request.not_found': 404,
  'request.too_large': 413,
  'request.too_many': 429,
  'request.upload_missing': 500,
  'row.gone': 500,
  'row.in_use': 500,
  'scope.denied': 403,
  'sheet.column_twice': 500,
  'sheet.columns_missing': 500,
  'sheet.corrupt': 500,
  'sheet.empty': 500,
  'sheet.encrypted': 500,
  'sheet.not_a_sheet': 500,
  'sheet.too_large': 500,
  'sheet.too_many_rows': 500,
  'sheet.too_slow': 500,
  'system.database_gone': 503,
  'system.unknown': 500,
  'work.too_many': 500,
} as const;

export type ErrorKey = keyof typeof errorCodes;
export type ErrorParams = Record<string, string | number>;

export class AppError extends Error {
  readonly key: ErrorKey;
  readonly params: ErrorParams;
  /** The form field the error belongs to. */
  readonly field: string | undefined;

  constructor(key: ErrorKey, params: ErrorParams = {}, field?: string) {
    super(key);
    this.name = 'AppError';
    this.key = key;
    this.params = params;
    this.field = field;
  }
}

export function fail(key: ErrorKey, params: ErrorParams = {}, field?: string): never {
  throw new AppError(key, params, field);
}
