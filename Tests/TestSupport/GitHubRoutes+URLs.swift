extension GitHubRoutes {
  // Each with what its captures hold: numbers, names in several scripts, escapes, dots and pluses.
  static let urls = """
    /authorizations
    /authorizations/1 1
    /authorizations
    /authorizations/42 42
    /applications/Iv1.8a61/tokens/e72e16c Iv1.8a61|e72e16c
    /applications/Iv1.8a61/tokens Iv1.8a61
    /applications/Iv1.8a61/tokens/e72e16c Iv1.8a61|e72e16c
    /events
    /repos/%C3%BCn%C3%AFcode/hello/events ünïcode|hello
    /networks/a.b_c-d/c%2B%2B/events a.b_c-d|c++
    /orgs/github/events github
    /users/42/received_events 42
    /users/42/received_events/public 42
    /users/42/events 42
    /users/%E6%97%A5%E6%9C%AC/events/public 日本
    /users/%E6%97%A5%E6%9C%AC/events/orgs/42 日本|42
    /feeds
    /notifications
    /repos/mona/hello/notifications mona|hello
    /notifications
    /repos/%C3%BCn%C3%AFcode/hello/notifications ünïcode|hello
    /notifications/threads/9007199254740993 9007199254740993
    /notifications/threads/42/subscription 42
    /notifications/threads/9007199254740993/subscription 9007199254740993
    /notifications/threads/9007199254740993/subscription 9007199254740993
    /repos/mona/.github/stargazers mona|.github
    /users/42/starred 42
    /user/starred
    /user/starred/mona/c%2B%2B mona|c++
    /user/starred/octocat/c%2B%2B octocat|c++
    /user/starred/mona/c%2B%2B mona|c++
    /repos/%C3%BCn%C3%AFcode/.github/subscribers ünïcode|.github
    /users/octocat/subscriptions octocat
    /user/subscriptions
    /repos/mona/.github/subscription mona|.github
    /repos/octocat/hello/subscription octocat|hello
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/subscription ünïcode|c++
    /user/subscriptions/mona/c%2B%2B mona|c++
    /user/subscriptions/%C3%BCn%C3%AFcode/hello ünïcode|hello
    /user/subscriptions/%C3%BCn%C3%AFcode/httprouter ünïcode|httprouter
    /users/42/gists 42
    /gists
    /gists/42 42
    /gists
    /gists/42/star 42
    /gists/1/star 1
    /gists/1/star 1
    /gists/1/forks 1
    /gists/1 1
    /repos/a.b_c-d/c%2B%2B/git/blobs/master a.b_c-d|c++|master
    /repos/octocat/.github/git/blobs octocat|.github
    /repos/mona/c%2B%2B/git/commits/7638417 mona|c++|7638417
    /repos/octocat/.github/git/commits octocat|.github
    /repos/a.b_c-d/c%2B%2B/git/refs a.b_c-d|c++
    /repos/a.b_c-d/c%2B%2B/git/refs a.b_c-d|c++
    /repos/octocat/hello/git/tags/7638417 octocat|hello|7638417
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/git/tags ünïcode|c++
    /repos/a.b_c-d/.github/git/trees/master a.b_c-d|.github|master
    /repos/octocat/hello/git/trees octocat|hello
    /issues
    /user/issues
    /orgs/42/issues 42
    /repos/%C3%BCn%C3%AFcode/hello/issues ünïcode|hello
    /repos/octocat/c%2B%2B/issues/7 octocat|c++|7
    /repos/a.b_c-d/.github/issues a.b_c-d|.github
    /repos/a.b_c-d/httprouter/assignees a.b_c-d|httprouter
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/assignees/100%25 ünïcode|c++|100%
    /repos/octocat/httprouter/issues/1347/comments octocat|httprouter|1347
    /repos/%C3%BCn%C3%AFcode/.github/issues/1347/comments ünïcode|.github|1347
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/issues/7/events ünïcode|c++|7
    /repos/mona/httprouter/labels mona|httprouter
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/labels/value-1 ünïcode|c++|value-1
    /repos/mona/httprouter/labels mona|httprouter
    /repos/mona/c%2B%2B/labels/100%25 mona|c++|100%
    /repos/mona/hello/issues/1347/labels mona|hello|1347
    /repos/%C3%BCn%C3%AFcode/.github/issues/1347/labels ünïcode|.github|1347
    /repos/octocat/hello/issues/1347/labels/value-1 octocat|hello|1347|value-1
    /repos/a.b_c-d/httprouter/issues/1347/labels a.b_c-d|httprouter|1347
    /repos/octocat/.github/issues/7/labels octocat|.github|7
    /repos/%C3%BCn%C3%AFcode/.github/milestones/7/labels ünïcode|.github|7
    /repos/a.b_c-d/httprouter/milestones a.b_c-d|httprouter
    /repos/mona/hello/milestones/7 mona|hello|7
    /repos/a.b_c-d/.github/milestones a.b_c-d|.github
    /repos/%C3%BCn%C3%AFcode/httprouter/milestones/1347 ünïcode|httprouter|1347
    /emojis
    /gitignore/templates
    /gitignore/templates/100%25 100%
    /markdown
    /markdown/raw
    /meta
    /rate_limit
    /users/%E6%97%A5%E6%9C%AC/orgs 日本
    /user/orgs
    /orgs/42 42
    /orgs/github/members github
    /orgs/github/members/42 github|42
    /orgs/github/members/42 github|42
    /orgs/github/public_members github
    /orgs/github/public_members/%E6%97%A5%E6%9C%AC github|日本
    /orgs/github/public_members/octocat github|octocat
    /orgs/github/public_members/%E6%97%A5%E6%9C%AC github|日本
    /orgs/github/teams github
    /teams/1 1
    /orgs/42/teams 42
    /teams/9007199254740993 9007199254740993
    /teams/42/members 42
    /teams/9007199254740993/members/%E6%97%A5%E6%9C%AC 9007199254740993|日本
    /teams/9007199254740993/members/42 9007199254740993|42
    /teams/1/members/42 1|42
    /teams/42/repos 42
    /teams/1/repos/%C3%BCn%C3%AFcode/httprouter 1|ünïcode|httprouter
    /teams/1/repos/octocat/c%2B%2B 1|octocat|c++
    /teams/1/repos/a.b_c-d/hello 1|a.b_c-d|hello
    /user/teams
    /repos/%C3%BCn%C3%AFcode/.github/pulls ünïcode|.github
    /repos/a.b_c-d/httprouter/pulls/1347 a.b_c-d|httprouter|1347
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/pulls ünïcode|c++
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/pulls/1347/commits ünïcode|c++|1347
    /repos/octocat/c%2B%2B/pulls/1347/files octocat|c++|1347
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/pulls/1347/merge ünïcode|c++|1347
    /repos/%C3%BCn%C3%AFcode/httprouter/pulls/7/merge ünïcode|httprouter|7
    /repos/%C3%BCn%C3%AFcode/hello/pulls/7/comments ünïcode|hello|7
    /repos/octocat/httprouter/pulls/1347/comments octocat|httprouter|1347
    /user/repos
    /users/%E6%97%A5%E6%9C%AC/repos 日本
    /orgs/github/repos github
    /repositories
    /user/repos
    /orgs/42/repos 42
    /repos/octocat/httprouter octocat|httprouter
    /repos/a.b_c-d/c%2B%2B/contributors a.b_c-d|c++
    /repos/octocat/c%2B%2B/languages octocat|c++
    /repos/octocat/c%2B%2B/teams octocat|c++
    /repos/mona/httprouter/tags mona|httprouter
    /repos/a.b_c-d/.github/branches a.b_c-d|.github
    /repos/%C3%BCn%C3%AFcode/.github/branches/value-1 ünïcode|.github|value-1
    /repos/%C3%BCn%C3%AFcode/httprouter ünïcode|httprouter
    /repos/a.b_c-d/.github/collaborators a.b_c-d|.github
    /repos/octocat/httprouter/collaborators/42 octocat|httprouter|42
    /repos/a.b_c-d/.github/collaborators/%E6%97%A5%E6%9C%AC a.b_c-d|.github|日本
    /repos/mona/hello/collaborators/octocat mona|hello|octocat
    /repos/octocat/hello/comments octocat|hello
    /repos/mona/.github/commits/master/comments mona|.github|master
    /repos/%C3%BCn%C3%AFcode/httprouter/commits/7638417/comments ünïcode|httprouter|7638417
    /repos/a.b_c-d/hello/comments/42 a.b_c-d|hello|42
    /repos/a.b_c-d/c%2B%2B/comments/1 a.b_c-d|c++|1
    /repos/%C3%BCn%C3%AFcode/httprouter/commits ünïcode|httprouter
    /repos/mona/c%2B%2B/commits/7638417 mona|c++|7638417
    /repos/%C3%BCn%C3%AFcode/httprouter/readme ünïcode|httprouter
    /repos/a.b_c-d/hello/keys a.b_c-d|hello
    /repos/octocat/hello/keys/42 octocat|hello|42
    /repos/a.b_c-d/.github/keys a.b_c-d|.github
    /repos/octocat/c%2B%2B/keys/42 octocat|c++|42
    /repos/%C3%BCn%C3%AFcode/.github/downloads ünïcode|.github
    /repos/a.b_c-d/c%2B%2B/downloads/42 a.b_c-d|c++|42
    /repos/%C3%BCn%C3%AFcode/.github/downloads/9007199254740993 ünïcode|.github|9007199254740993
    /repos/octocat/httprouter/forks octocat|httprouter
    /repos/a.b_c-d/httprouter/forks a.b_c-d|httprouter
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/hooks ünïcode|c++
    /repos/%C3%BCn%C3%AFcode/c%2B%2B/hooks/42 ünïcode|c++|42
    /repos/a.b_c-d/hello/hooks a.b_c-d|hello
    /repos/%C3%BCn%C3%AFcode/hello/hooks/9007199254740993/tests ünïcode|hello|9007199254740993
    /repos/%C3%BCn%C3%AFcode/hello/hooks/9007199254740993 ünïcode|hello|9007199254740993
    /repos/a.b_c-d/httprouter/merges a.b_c-d|httprouter
    /repos/octocat/hello/releases octocat|hello
    /repos/%C3%BCn%C3%AFcode/.github/releases/1 ünïcode|.github|1
    /repos/a.b_c-d/.github/releases a.b_c-d|.github
    /repos/a.b_c-d/hello/releases/9007199254740993 a.b_c-d|hello|9007199254740993
    /repos/%C3%BCn%C3%AFcode/httprouter/releases/9007199254740993/assets ünïcode|httprouter|9007199254740993
    /repos/mona/httprouter/stats/contributors mona|httprouter
    /repos/a.b_c-d/httprouter/stats/commit_activity a.b_c-d|httprouter
    /repos/mona/.github/stats/code_frequency mona|.github
    /repos/a.b_c-d/.github/stats/participation a.b_c-d|.github
    /repos/mona/httprouter/stats/punch_card mona|httprouter
    /repos/a.b_c-d/.github/statuses/value-1 a.b_c-d|.github|value-1
    /repos/octocat/.github/statuses/two%20words octocat|.github|two words
    /search/repositories
    /search/code
    /search/issues
    /search/users
    /legacy/issues/search/octocat/two%20words/two%20words/two%20words octocat|two words|two words|two words
    /legacy/repos/search/two%20words two words
    /legacy/user/search/100%25 100%
    /legacy/user/email/value-1 value-1
    /users/%E6%97%A5%E6%9C%AC 日本
    /user
    /users
    /user/emails
    /user/emails
    /user/emails
    /users/%E6%97%A5%E6%9C%AC/followers 日本
    /user/followers
    /users/42/following 42
    /user/following
    /user/following/octocat octocat
    /users/%E6%97%A5%E6%9C%AC/following/two%20words 日本|two words
    /user/following/octocat octocat
    /user/following/42 42
    /users/octocat/keys octocat
    /user/keys
    /user/keys/42 42
    /user/keys
    /user/keys/9007199254740993 9007199254740993
    """
}
