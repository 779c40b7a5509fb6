import HTTPTypes
import Hummingbird
import Ledger
import Notation
import PurserService

/// The pages before the sign-in: name and password, code, invitation, sign-out and language.
struct DashboardSignInController: Sendable {
    /// The maximum length of a name or a password that is looked at.
    private static let maximumField = 1024

    /// The use cases of operators.
    let operators: OperatorService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get("/dashboard/sign-in", for: .anyone) { visit in self.signInPage(visit) }
        routes.post("/dashboard/sign-in", for: .anyone) { visit in try await self.signIn(visit) }
        routes.get("/dashboard/sign-in/code", for: .anyone) { visit in self.codePage(visit) }
        routes.post("/dashboard/sign-in/code", for: .anyone) { visit in try await self.confirm(visit) }
        routes.post("/dashboard/sign-out", for: .anyone) { visit in try await self.signOut(visit) }
        routes.get("/dashboard/invitation/:token", for: .anyone) { visit in try await self.invitation(visit) }
        routes.post("/dashboard/invitation", for: .anyone) { visit in try await self.accept(visit) }
        routes.post("/dashboard/language", for: .anyone) { visit in self.setLanguage(visit) }
    }

    private func signInPage(_ visit: DashboardVisit) -> Response {
        let next = DashboardVisit.destination(visit.query["next"])
        if visit.signedIn != nil { return visit.redirect(to: next) }
        return visit.page("sign-in", title: "signInTitle", ["next": next])
    }

    private func signIn(_ visit: DashboardVisit) async throws -> Response {
        let next = DashboardVisit.destination(visit.form["next"])
        let (name, password) = (visit.form["name"].trimmed, visit.form["password"])
        let started: StartedSession
        do throws(OperatorError) {
            guard name.utf8.count <= Self.maximumField, password.utf8.count <= Self.maximumField else { throw .refused }
            started = try await self.operators.signIn(name, password: password, from: visit.browser)
        } catch {
            guard let failure = visit.failure(error) else { throw error }
            return visit.page(
                "sign-in",
                title: "signInTitle",
                ["next": next, "name": name, "error": failure.text, "draft": Self.draft(visit)],
                status: failure.status
            ).retrying(error, at: visit.now)
        }
        if let draft = DashboardDraft(visit.form["draft"]) {
            return self.keeping(draft, visit, started)
        }
        if started.session.phase == .awaitsCode {
            return visit.redirect(to: "/dashboard/sign-in/code?next=\(next.asQueryValue)", beginning: started)
        }
        return visit.redirect(to: next, beginning: started)
    }

    private func codePage(_ visit: DashboardVisit) -> Response {
        let next = DashboardVisit.destination(visit.query["next"])
        guard let current = visit.current else { return visit.redirect(to: "/dashboard/sign-in") }
        if current.session.phase == .signedIn { return visit.redirect(to: next) }
        return visit.page("code", title: "signInTitle", ["next": next])
    }

    private func confirm(_ visit: DashboardVisit) async throws -> Response {
        let next = DashboardVisit.destination(visit.form["next"])
        guard let session = visit.current?.session, session.phase == .awaitsCode else {
            return visit.redirect(to: "/dashboard/sign-in?next=\(next.asQueryValue)")
        }
        do throws(OperatorError) {
            let started = try await self.operators.confirm(
                String(visit.form["code"].prefix(16)),
                in: session,
                from: visit.browser
            )
            if let draft = DashboardDraft(visit.form["draft"]) {
                return self.keeping(draft, visit, started)
            }
            return visit.redirect(to: next, beginning: started)
        } catch {
            guard let failure = visit.failure(error) else { throw error }
            return visit.page(
                "code",
                title: "signInTitle",
                ["next": next, "error": failure.text, "draft": Self.draft(visit)],
                status: failure.status
            ).retrying(error, at: visit.now)
        }
    }

    /// Returns the page after a step of the sign-in of an operator whose form was kept: the one for the code, or the
    /// one that sends the form once more.
    private func keeping(_ draft: DashboardDraft, _ visit: DashboardVisit, _ started: StartedSession) -> Response {
        started.session.phase == .awaitsCode
            ? visit.page(
                "code",
                title: "signInTitle",
                ["next": DashboardDraft.path, "draft": draft.text],
                beginning: started
            )
            : visit.page("draft", title: "draftTitle", draft.values, beginning: started)
    }

    /// The kept form of a visit, for a hidden field; false without one.
    private static func draft(_ visit: DashboardVisit) -> Any {
        visit.form["draft"].isEmpty ? false : visit.form["draft"]
    }

    private func signOut(_ visit: DashboardVisit) async throws -> Response {
        if let session = visit.current?.session { try await self.operators.signOut(session) }
        return visit.redirectEndingSession(to: "/dashboard/sign-in?done=doneSignOut")
    }

    private func invitation(_ visit: DashboardVisit) async throws -> Response {
        let token = visit.parameters.get("token") ?? ""
        do throws(OperatorError) {
            let account = try await self.operators.invitation(token)
            return self.invitationPage(visit, token: token, of: account)
        } catch {
            guard error == .invitationInvalid else { throw error }
            return visit.message(.notFound, title: "invitationTitle", visit.text("errorInvitation"))
        }
    }

    private func accept(_ visit: DashboardVisit) async throws -> Response {
        let token = visit.form["token"]
        let password = visit.form["password"]
        do throws(OperatorError) {
            let account = try await self.operators.invitation(token)
            guard password == visit.form["again"] else {
                return self.invitationPage(
                    visit,
                    token: token,
                    of: account,
                    error: (.unprocessableContent, visit.text("errorPasswordsDiffer"))
                )
            }
            do throws(OperatorError) {
                let started = try await self.operators.accept(token, password: password, from: visit.browser)
                return visit.redirect(to: DashboardSettings.path, beginning: started)
            } catch {
                guard error != .invitationInvalid, let failure = visit.failure(error) else { throw error }
                return self.invitationPage(visit, token: token, of: account, error: failure)
            }
        } catch {
            guard error == .invitationInvalid else { throw error }
            return visit.message(.notFound, title: "invitationTitle", visit.text("errorInvitation"))
        }
    }

    private func invitationPage(
        _ visit: DashboardVisit,
        token: String,
        of account: OperatorAccount,
        error: (status: HTTPResponse.Status, text: String)? = nil
    ) -> Response {
        var values: [String: Any] = [
            "token": token, "name": account.name.rawValue, "here": "/dashboard/invitation/\(token)",
            "greeting": visit.text("greeting", account.name.rawValue),
        ]
        if let error { values["error"] = error.text }
        return visit.page("invitation", title: "invitationTitle", values, status: error?.status ?? .ok)
    }

    private func setLanguage(_ visit: DashboardVisit) -> Response {
        let next = DashboardVisit.destination(visit.form["next"])
        let redirect = visit.redirect(to: next)
        guard let language = PageLanguage(rawValue: visit.form["language"]) else { return redirect }
        guard let draft = DashboardDraft(visit.form["draft"]) else { return visit.response(redirect, in: language) }
        // A redirect would lose the form that the page keeps.
        var visit = visit
        visit.language = language
        return visit.response(Self.page(keeping: draft, visit), in: language)
    }

    /// Returns the page with a kept form at which the visit is in its sign-in.
    private static func page(keeping draft: DashboardDraft, _ visit: DashboardVisit) -> Response {
        if visit.signedIn != nil { return visit.page("draft", title: "draftTitle", draft.values) }
        return visit.page(
            visit.current == nil ? "sign-in" : "code",
            title: "signInTitle",
            ["next": DashboardDraft.path, "draft": draft.text, "isKept": true, "hasEnded": visit.current == nil]
        )
    }
}

extension DashboardVisit {
    /// Returns what a form says after an error, and the status of the page; `nil` for an error that is not about what
    /// was typed.
    func failure(_ error: OperatorError) -> (status: HTTPResponse.Status, text: String)? {
        switch error {
        case .refused: (.unprocessableContent, self.text(self.signedIn == nil ? "errorRefused" : "errorPasswordWrong"))
        case .codeWrong: (.unprocessableContent, self.text("errorCode"))
        case .passwordUnfit: (.unprocessableContent, self.text("errorPasswordUnfit"))
        case .nameInvalid: (.unprocessableContent, self.text("errorName"))
        case .roleMissing: (.unprocessableContent, self.text("errorRequired"))
        case .lastAdministrator: (.conflict, self.text("errorLastAdministrator"))
        case .secondFactorPresent, .secondFactorMissing: (.conflict, self.text("errorSecondFactor"))
        case .invitationInvalid, .unknown: (.notFound, self.text("errorInvitation"))
        case .busy: (.serviceUnavailable, self.text("errorBusy"))
        case .delayed(let until):
            (.tooManyRequests, self.text("errorDelayed", "\(until.wholeSeconds(after: self.now))"))
        case .keyUnusable, .storage: nil
        }
    }

    /// Returns the problem that an error about operators is for a page which has no sentence of its own for it.
    func problem(of error: OperatorError) -> Problem {
        switch error {
        case .storage(let cause):
            Problem(
                .serviceUnavailable,
                code: cause.code,
                self.text("errorStorage"),
                retryAfterSeconds: Problem.storage(cause).retryAfterSeconds
            )
        case .keyUnusable(let cause): Problem(.serviceUnavailable, code: cause.code, cause.remedy)
        default: Problem(.unprocessableContent, code: error.code, error.detail)
        }
    }
}

extension Response {
    /// Returns the response with the time after which the browser may try again, if an error states it.
    fileprivate func retrying(_ error: OperatorError, at now: Instant) -> Self {
        guard case .delayed(let until) = error else { return self }
        var response = self
        response.headers[.retryAfter] = "\(until.wholeSeconds(after: now))"
        return response
    }
}

extension Instant {
    /// The seconds from another instant to this one, rounded up, at least one.
    fileprivate func wholeSeconds(after now: Instant) -> Int64 {
        max(1, (self.milliseconds - now.milliseconds + 999) / 1000)
    }
}

extension String {
    /// The text without spaces at its ends, which people type by mistake.
    var trimmed: String {
        String(self.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// The text as a value in a query.
    var asQueryValue: String { PercentEncoding.address.encoded(self) }
}
