import { articlePaths } from "#tests/kit/article-files.ts";
import { contentPages, documentPages } from "#app/pages/content-pages.ts";

/**
 * The expected response of every staff page and endpoint by method: a status, or `→` and the target of a redirect. `out` is every request
 * without a valid session: no cookie, or one that is forged, expired, idle, revoked or of a removed account. `half` has entered the
 * password but not the second factor. `short` is an owner with a too-short password, `unenrolled` a staff member without the second factor
 * that the role requires. `ended` is an examiner whose access has ended, `demoted` was an owner when the session began. `examiner` has no
 * access to leads, and `granted` is an examiner with it. `stale` is an owner without recent authentication. A line applies to the page as
 * a document and to its data requests, complete and for each loader. `401|→/auth` is a document that returns the fields of the form, and a
 * data request that is redirected. Posts are empty, so 400 and 422 mean that access was granted and validation failed.
 */
export const staffResponses = `
endpoint                                                out         half              short                    unenrolled                pending  ended    demoted  examiner         granted          staff                            owner                            stale
GET   /admin                                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      →/admin/record   200              200                              200                              200
GET   /admin/assessments                                →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/signups                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/visitors                                   →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/tracking                                   →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/today                                      →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
POST  /admin/today                                      →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              422                              422
GET   /admin/people                                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
POST  /admin/people                                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              422              422                              422                              422
POST  /admin/people#change=people                       401|→/auth  401|→/auth/prove  401|→/auth/new-password  401|→/auth/second-factor  403      403      403      403              403              422                              422                              422
GET   /admin/people/find                                →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              →/admin/people   →/admin/people                   →/admin/people                   →/admin/people
POST  /admin/people/find                                →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              →/admin/people   →/admin/people                   →/admin/people                   →/admin/people
GET   /admin/people/new                                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              200                              200                              200
POST  /admin/people/new                                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              422                              422                              422
GET   /admin/people/bookings                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
POST  /admin/people/bookings                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              422                              422                              422
GET   /admin/people/erased                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              →/admin/people                   →/admin/people
GET   /admin/people/x                                   →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              404              404                              404                              404
POST  /admin/people/x                                   →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/people/x/erase                             →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              404                              →/auth/prove
POST  /admin/people/x/erase                             →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              404                              →/auth/prove
GET   /admin/people/x/contact                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/people/x/contact                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/people/x/merge                             →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/people/x/merge                             →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/events                                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/events/new                                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              200                              200                              →/auth/prove
POST  /admin/events/new                                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              422                              422                              →/auth/prove
GET   /admin/events/x                                   →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              404              404                              404                              404
POST  /admin/events/x                                   →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/events/x/edit                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
POST  /admin/events/x/edit                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
GET   /admin/events/x/cancel                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
GET   /admin/events/x/x                                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/events/x/x                                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/events/x/x/move                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/events/x/x/move                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/events/x/x/link                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
POST  /admin/events/x/x/link                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
GET   /admin/events/x/attendance                        →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/events/x/attendance                        →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/events/x/attendance/absent                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/events/x/attendance/absent                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/events/x/message                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/events/x/message                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/events/x/message/x                         →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              404              404                              404                              404
POST  /admin/events/x/message/x                         →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/events/x/guests                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
POST  /admin/events/x/guests                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
POST  /admin/events/x/cancel                            →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
GET   /admin/sources                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/record                                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              200
GET   /admin/claims                                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              200
GET   /admin/claims/decide                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              200                              200
POST  /admin/claims/decide                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              422                              422
GET   /admin/claims/x                                   →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      404              404              404                              404                              404
POST  /admin/claims/x                                   →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              404                              404
GET   /admin/content                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              200
GET   /admin/content/releases                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              200
GET   /admin/content/releases/x                         →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      404              404              404                              404                              404
POST  /admin/content/releases/x                         →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/content/releases/1#do=approve              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              422                              →/auth/prove
GET   /admin/content/articles/new                       →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              200                              200                              200
POST  /admin/content/articles/new                       →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              422                              422                              422
GET   /admin/content/pictures                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              200
POST  /admin/content/pictures                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              422                              422                              422
GET   /admin/content/x                                  →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      404              404              404                              404                              404
POST  /admin/content/x                                  →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/content/home#do=approve                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              422                              →/auth/prove
POST  /admin/content/home#do=claims                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              409                              409
GET   /admin/records                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              200
POST  /admin/records                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              422                              422
GET   /admin/incidents                                  →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              200
POST  /admin/incidents                                  →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              422                              422                              422
GET   /admin/incidents/x                                →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      404              404              403                              404                              404
POST  /admin/incidents/x                                →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              404                              404
GET   /admin/sources/spend                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              200                              200                              200
POST  /admin/sources/spend                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              422                              422                              422
GET   /admin/sources/names                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              200                              200                              200
POST  /admin/sources/names                              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              409                              409                              409
GET   /admin/letters                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
POST  /admin/letters                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              →/admin/letters                  →/admin/letters                  →/admin/letters
GET   /admin/letters/previews                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/letters/x                                  →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              404              404                              404                              404
POST  /admin/letters/x                                  →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/audit                                      →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              403                              200                              200
POST  /admin/audit                                      →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      422              422              403                              422                              422
GET   /admin/health                                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              200                              200                              200
GET   /admin/quarantine                                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/quarantine/x                               →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              404              404                              404                              404
POST  /admin/quarantine/x                               →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/quarantine/x#change=release                →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
POST  /admin/quarantine/x#change=remove                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              →/auth/prove
GET   /admin/integrations                               →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
GET   /admin/integrations/new                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              200                              →/auth/prove
POST  /admin/integrations/new                           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              422                              →/auth/prove
GET   /admin/integrations/x                             →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              404                              →/auth/prove
POST  /admin/integrations/x                             →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              404                              →/auth/prove
GET   /admin/integrations/wealthbox                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              200                              →/auth/prove
POST  /admin/integrations/wealthbox                     →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              422                              →/auth/prove
GET   /admin/integrations/deliveries                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              200              200                              200                              200
POST  /admin/integrations/deliveries                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              →/admin/integrations/deliveries  →/admin/integrations/deliveries  →/admin/integrations/deliveries
GET   /admin/integrations/deliveries/x                  →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              404              404                              404                              404
POST  /admin/integrations/deliveries/x                  →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              404                              404                              404
GET   /admin/team                                       →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              200                              200
POST  /admin/team                                       →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              403                              422                              →/auth/prove
GET   /admin/account                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              200
POST  /admin/account                                    →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      400              400              400                              400                              400
POST  /admin/account#intent=change-password             →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      422              422              422                              422                              →/auth/prove
POST  /admin/account#intent=begin-authenticator         →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      200              200              200                              200                              →/auth/prove
POST  /admin/account#intent=confirm-authenticator       →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      422              422              422                              422                              →/auth/prove
POST  /admin/account#intent=remove-authenticator        →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      →/admin/account  →/admin/account  →/admin/account                  →/admin/account                  →/auth/prove
POST  /admin/account#intent=renew-recovery-codes        →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      409              409              409                              409                              →/auth/prove
POST  /admin/account#intent=remove-passkey              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      404              404              404                              404                              →/auth/prove
POST  /admin/account#intent=rename                      →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      422              422              422                              422                              422
POST  /admin/account#intent=choose-scheme               →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      400              400              400                              400                              400
POST  /admin/account#intent=choose-start-page           →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              400                              400                              400
POST  /admin/account#intent=choose-digests              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      403              403              →/admin/account                  →/admin/account                  →/admin/account
POST  /admin/account#intent=rename-passkey              →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      422              422              422                              422                              422
POST  /admin/account#intent=end-session                 →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      404              404              404                              404                              404
POST  /admin/account#intent=end-other-sessions          →/auth      →/auth/prove      →/auth/new-password      →/auth/second-factor      403      403      403      →/admin/account  →/admin/account  →/admin/account                  →/admin/account                  →/admin/account
GET   /api/exports/assessments.csv                      401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/assessments.csv                      401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/audit.csv                            401         403               403                      403                       403      403      403      403              403              403                              200                              403
POST  /api/exports/audit.csv                            401         403               403                      403                       403      403      403      403              403              403                              200                              403
GET   /api/exports/claims.csv                           401         403               403                      403                       403      403      403      200              200              200                              200                              403
POST  /api/exports/claims.csv                           401         403               403                      403                       403      403      403      200              200              200                              200                              403
GET   /api/exports/event-places.csv                     401         403               403                      403                       403      403      403      403              403              400                              400                              403
POST  /api/exports/event-places.csv                     401         403               403                      403                       403      403      403      403              403              400                              400                              403
GET   /api/exports/people.csv                           401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/people.csv                           401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/people-hubspot.csv                   401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/people-hubspot.csv                   401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/people-wealthbox.csv                 401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/people-wealthbox.csv                 401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/signups.csv                          401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/signups.csv                          401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/source-funnel.csv                    401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/source-funnel.csv                    401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/source-report.csv                    401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/source-report.csv                    401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/source-weeks.csv                     401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/source-weeks.csv                     401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/tracking.csv                         401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/tracking.csv                         401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/exports/visitors.csv                         401         403               403                      403                       403      403      403      403              403              200                              200                              403
POST  /api/exports/visitors.csv                         401         403               403                      403                       403      403      403      403              403              200                              200                              403
GET   /api/dashboard                                    401         403               403                      403                       403      403      403      403              200              200                              200                              200
GET   /api/letters/previews/x                           401         403               403                      403                       403      403      403      403              404              404                              404                              404
GET   /api/events/x/messages/x/document                 401         403               403                      403                       403      403      403      403              403              404                              404                              404
GET   /api/letters/x/document                           401         403               403                      403                       403      403      403      403              404              404                              404                              404
GET   /api/content/x/preview                            401         403               403                      403                       403      403      403      404              404              404                              404                              404
POST  /api/content/x/preview                            401         403               403                      403                       403      403      403      403              403              404                              404                              404
GET   /api/record/evidence/x                            401         403               403                      403                       403      403      403      404              404              404                              404                              404
GET   /api/record/files/x                               401         403               403                      403                       403      403      403      404              404              404                              404                              404
GET   /api/record/pages/x                               401         403               403                      403                       403      403      403      404              404              404                              404                              404
POST  /api/record/packages/x                            401         403               403                      403                       403      403      403      404              404              404                              404                              404
POST  /api/incidents/x/people                           401         403               403                      403                       403      403      403      403              403              403                              404                              403
GET   /api/stream                                       401         403               403                      403                       403      403      403      403              200              200                              200                              200
POST  /api/people/x/export                              401         403               403                      403                       403      403      403      403              403              404                              404                              403
GET   /api/session                                      401         200               200                      200                       200      200      200      200              200              200                              200                              200
GET   /api/auth/passkey/generate-register-options       401         403               403                      403                       403      403      403      200              200              200                              200                              403
POST  /api/auth/passkey/verify-registration             401         403               403                      403                       403      403      403      400              400              400                              400                              403
GET   /auth                                             200         →/auth/prove      →/admin                  →/admin                   →/admin  →/admin  →/admin  →/admin/record   →/admin/record   →/admin                          →/admin                          →/admin
POST  /auth                                             422         →/auth/prove      →/admin                  →/admin                   →/admin  →/admin  →/admin  →/admin/record   →/admin/record   →/admin                          →/admin                          →/admin
GET   /auth/prove                                       →/auth      200               →/admin                  →/admin                   →/admin  →/admin  →/admin  →/admin          →/admin          →/admin                          →/admin                          200
POST  /auth/prove                                       →/auth      422               →/admin                  →/admin                   →/admin  →/admin  →/admin  →/admin          →/admin          →/admin                          →/admin                          422
GET   /auth/new-password                                →/auth      →/auth/prove      200                      →/auth/second-factor      →/admin  →/admin  →/admin  →/admin          →/admin          →/admin                          →/admin                          →/admin
POST  /auth/new-password                                →/auth      →/auth/prove      422                      →/auth/second-factor      →/admin  →/admin  →/admin  →/admin          →/admin          →/admin                          →/admin                          →/admin
GET   /auth/second-factor                               →/auth      →/auth/prove      →/auth/new-password      200                       →/admin  →/admin  →/admin  →/admin          →/admin          →/admin                          →/admin                          →/admin
POST  /auth/second-factor                               →/auth      →/auth/prove      →/auth/new-password      400                       →/admin  →/admin  →/admin  →/admin          →/admin          →/admin                          →/admin                          →/admin
POST  /auth/second-factor#intent=begin-authenticator    →/auth      →/auth/prove      →/auth/new-password      200                       →/admin  →/admin  →/admin  →/admin          →/admin          →/admin                          →/admin                          →/admin
POST  /auth/second-factor#intent=confirm-authenticator  →/auth      →/auth/prove      →/auth/new-password      422                       →/admin  →/admin  →/admin  →/admin          →/admin          →/admin                          →/admin                          →/admin
`;

/** Pages that consist of content. They have neither a loader with personal data nor an action. */
const contentPaths = [
  ...[...contentPages, ...Object.values(documentPages)].map(({ path }) => path),
  ...articlePaths(),
];

/**
 * Pages and endpoints with the same response for everyone. Pages that are identical for all visitors are served from memory without looking
 * up a session.
 */
export const publicResponses = `
GET   /auth/sign-out                                   →/auth
GET   /                                                200
GET   /blog/x                                          404
GET   /.well-known/security.txt                        200
GET   /api/auth/passkey/generate-authenticate-options  404
POST  /api/auth/passkey/verify-authentication          400
GET   /auth/confirm/x                                  404
POST  /auth/confirm/x                                  422
GET   /auth/invitation/x                               404
POST  /auth/invitation/x                               422
GET   /auth/reset                                      200
POST  /auth/reset                                      422
GET   /auth/reset/x                                    404
POST  /auth/reset/x                                    422
GET   /auth/set-up/x                                   404
POST  /auth/set-up/x                                   404
POST  /auth/sign-out                                   →/auth
POST  /auth/single-sign-on                             400
GET   /auth/single-sign-on/callback                    →/auth
GET   /blog                                            200
GET   /check-your-email                                200
GET   /compliance-dashboard                            200
GET   /compliance-dashboard/print-pack                 200
GET   /confirm/x                                       404
POST  /confirm/x                                       404
GET   /faqs                                            200
GET   /functions/v1/letters/unsubscribe/x              →/letters/preferences/x
POST  /functions/v1/bookings                           404
POST  /functions/v1/letters/unsubscribe/x              404
POST  /functions/v1/linkedin-live-signup               415
POST  /functions/v1/pre-loi-assessment                 415
POST  /functions/v1/tracking-events                    415
POST  /functions/v1/visitors                           415
GET   /healthz                                         200
GET   /manufacturer-sale                               200
GET   /metrics                                         404
GET   /seven-steps                                     200
GET   /letters/preferences/x                           404
POST  /letters/preferences/x                           400
GET   /linkedin-live-signup                            200
POST  /linkedin-live-signup                            400
GET   /linkedin-live-signup/event.ics                  404
GET   /linkedin-live-signup/event/x                    404
POST  /linkedin-live-signup/event/x                    404
GET   /linkedin-live-signup/event/x/event.ics          404
GET   /linkedin-live-signup/next-date                  200
GET   /linkedin-live-signup/place/x                    404
POST  /linkedin-live-signup/place/x                    404
GET   /linkedin-live-signup/registered                 200
GET   /linkedin-live-signup/registered/x               404
GET   /linkedin-live-signup/waiting-list               200
GET   /linkedin-live-signup/waiting-list/x             404
GET   /no-such-page                                    404
GET   /pre-loi-assessment                              200
POST  /pre-loi-assessment                              400
GET   /pre-loi-assessment/result/x                     404
POST  /pre-loi-assessment/result/x                     404
GET   /readyz                                          200
GET   /reviews                                         200
${contentPaths.map((path) => `GET ${path} 200`).join("\n")}
`;
