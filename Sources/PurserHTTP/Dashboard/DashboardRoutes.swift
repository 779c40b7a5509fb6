import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import Notation
import PurserService

/// Adds the routes of the dashboard to the router, each with the callers that it admits.
struct DashboardRoutes {
    /// A handler of requests that passed the checks.
    typealias Handler = @Sendable (DashboardVisit) async throws -> Response
    /// A handler of requests about an app.
    typealias AppHandler = @Sendable (DashboardVisit, DashboardApp) async throws -> Response

    /// The router.
    let router: Router<PurserContext>
    /// The checks before each handler.
    let entrance: DashboardEntrance
    /// The gate that lets one long operation run at a time.
    let gate: OperationGate

    /// Adds a page.
    func get(_ path: String, for access: DashboardAccess, _ handler: @escaping Handler) {
        self.add(.get, path, access, handler)
    }

    /// Adds an action of a form.
    func post(_ path: String, for access: DashboardAccess, _ handler: @escaping Handler) {
        self.add(.post, path, access, handler)
    }

    /// Adds a page about an app, below `/dashboard/apps/{app}/`.
    func get(app path: String, for access: DashboardAccess, _ handler: @escaping AppHandler) {
        self.add(.get, Self.path(app: path), access, Self.inApp(handler))
    }

    /// Adds an action about an app, below `/dashboard/apps/{app}/`.
    func post(app path: String, for access: DashboardAccess, _ handler: @escaping AppHandler) {
        self.add(.post, Self.path(app: path), access, Self.inApp(handler))
    }

    /// Adds an act about an app: the page that previews it, and the action that confirms it.
    func act(
        app path: String,
        for access: DashboardAccess,
        _ act: @escaping @Sendable (DashboardVisit, DashboardApp) async throws -> DashboardAct
    ) {
        let handler: AppHandler = { visit, app in try await act(visit, app).answer(visit) }
        self.get(app: path, for: access, handler)
        self.post(app: path, for: access, handler)
    }

    private static func path(app path: String) -> String {
        "\(DashboardSettings.path)/apps/:app\(path.isEmpty ? "" : "/")\(path)"
    }

    private static func inApp(_ handler: @escaping AppHandler) -> Handler {
        { visit in
            guard let app = visit.app else {
                return visit.message(.notFound, title: "notFound", visit.text("errorApp"))
            }
            return try await handler(visit, app)
        }
    }

    private func add(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ access: DashboardAccess,
        _ handler: @escaping Handler
    ) {
        let entrance = self.entrance
        self.router.on(RouterPath(path), method: method) { request, context in
            try await entrance.answer(request, context, access, handler)
        }
    }
}

/// The checks before each handler of the dashboard.
///
/// Every request passes here: the session is found, the role and the proof of a form are checked, errors become pages,
/// and all responses get the same headers. No handler can be reached around these checks.
struct DashboardEntrance: Sendable {
    /// What a page may load and where its forms may go: nothing but the server itself, and no inline script or style.
    static let contentSecurityPolicy = [
        "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self'", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
    /// The maximum number of requests of one operator that are answered at the same time; further ones wait.
    private static let maximumOfOperator = 8
    /// The requests of all operators.
    private static let requests = ConcurrencyLimiter()
    /// The maximum length of a cookie that is read.
    private static let maximumCookie = 256

    /// The use cases of operators.
    let operators: OperatorService
    /// The apps that the server serves.
    let apps: [ServedApp]
    /// The settings of the dashboard.
    let settings: DashboardSettings
    /// Real time.
    let now: @Sendable () -> Instant
    /// The limits on bodies.
    let limits: BodyLimits
    /// The confirmations of forms.
    let confirmations: DashboardConfirmations
    /// What waits for a person.
    let waiting: DashboardWaitingCounts

    /// Answers a request, after the checks by its handler.
    @concurrent func answer(
        _ request: Request,
        _ context: PurserContext,
        _ access: DashboardAccess,
        _ handler: DashboardRoutes.Handler
    ) async throws -> Response {
        var response: Response
        do {
            let visit = try await self.visit(request, context)
            response = await self.answer(visit, request, context, access, handler)
        } catch let error as OperatorError {
            response = self.failed(error, self.stranger(request, context), context)
        } catch let problem as Problem {
            response = self.failed(problem, self.stranger(request, context), context)
        }
        Self.protect(&response.headers)
        if self.settings.isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }

    private func answer(
        _ visit: DashboardVisit,
        _ request: Request,
        _ context: PurserContext,
        _ access: DashboardAccess,
        _ handler: DashboardRoutes.Handler
    ) async -> Response {
        if access != .anyone {
            guard let account = visit.signedIn?.account else {
                return self.signInFirst(visit, request)
            }
            guard access.admits(account.role) else {
                return visit.message(.forbidden, title: "notAllowed", visit.text("errorRole"))
            }
        }
        if request.method == .post, !visit.isFormGenuine {
            return self.unproven(visit, request, access)
        }
        var visit = visit
        if visit.signedIn != nil, let app = visit.app { visit.waiting = await self.waiting.counts(of: app.app) }
        return await self.handle(visit, context, handler)
    }

    /// Returns the answer of a handler, or the page about its error.
    private func handle(
        _ visit: DashboardVisit,
        _ context: PurserContext,
        _ handler: DashboardRoutes.Handler
    ) async -> Response {
        do {
            guard let name = visit.signedIn?.account.name.rawValue else { return try await handler(visit) }
            return try await Self.requests.whenFree(
                ConcurrencyLimiter.Name(key: name),
                maximum: Self.maximumOfOperator
            ) {
                defer { if visit.isPost, let app = visit.app { self.waiting.forget(app.app.name) } }
                return try await handler(visit)
            }
        } catch let error as OperatorError {
            return self.failed(error, visit, context)
        } catch let problem as Problem {
            return self.failed(problem, visit, context)
        } catch {
            context.logger.error(
                "A page of the dashboard failed with an unexpected error.",
                metadata: ["error": "\(error)", "error.type": "\(type(of: error))"]
            )
            return self.failed(Problem.unknown, visit, context)
        }
    }

    /// Returns the way to the sign-in.
    ///
    /// A form that was typed while its session ended is kept: its fields go to the sign-in page, and come back on a page
    /// that sends them once more. Only a form of this browser's own session is kept, so that no other site can prepare
    /// a form for an operator who is about to sign in.
    private func signInFirst(_ visit: DashboardVisit, _ request: Request) -> Response {
        guard request.method == .post else {
            let next = DashboardVisit.destination(request.uri.string).asQueryValue
            return visit.redirect(to: "\(DashboardSettings.path)/sign-in?next=\(next)")
        }
        let draft = visit.isFormGenuine ? DashboardDraft(of: visit.form, to: request.uri.string) : nil
        let next = draft == nil ? DashboardSettings.path : DashboardDraft.path
        return visit.page(
            "sign-in",
            title: "signInTitle",
            ["next": next, "draft": draft?.text ?? false, "isKept": draft != nil, "hasEnded": true],
            status: .unauthorized
        )
    }

    /// Returns the answer to a form without the proof of this browser's session, of which nothing is carried out.
    ///
    /// A second sign-in in another tab takes the proof from the forms of the first one. What was typed comes back
    /// on the page that sends it once more, if the browser says that a page of the server sent it: no other site can make
    /// a browser say so.
    private func unproven(_ visit: DashboardVisit, _ request: Request, _ access: DashboardAccess) -> Response {
        let signIn = "\(DashboardSettings.path)/sign-in"
        let isSignIn = visit.path == signIn || visit.path == "\(signIn)/code"
        guard Self.header("Sec-Fetch-Site", request) == "same-origin", isSignIn || access != .anyone else {
            return visit.message(.forbidden, title: "troubleTitle", visit.text("errorForm"))
        }
        let draft =
            isSignIn ? DashboardDraft(visit.form["draft"]) : DashboardDraft(of: visit.form, to: request.uri.string)
        if let draft, visit.signedIn != nil {
            return visit.page("draft", title: "draftTitle", draft.values, status: .forbidden)
        }
        if let draft {
            return visit.page(
                "sign-in",
                title: "signInTitle",
                ["next": DashboardDraft.path, "draft": draft.text, "isKept": true, "hasEnded": true],
                status: .forbidden
            )
        }
        return visit.message(.forbidden, title: "troubleTitle", visit.text("errorForm"))
    }

    /// Returns what is known about a request; reads the form of one that changes something.
    private func visit(_ request: Request, _ context: PurserContext) async throws -> DashboardVisit {
        let token = Self.cookie(DashboardVisit.sessionCookie, request)
        var current: CurrentSession?
        if let token { current = try await self.operators.session(token) }
        let form = request.method == .post ? try await DashboardForm.read(from: request, self.limits) : DashboardForm()
        return self.visit(request, context, form: form, current: current, token: token)
    }

    /// Returns a visit by a browser of which nothing could be found out, for an error page.
    private func stranger(_ request: Request, _ context: PurserContext) -> DashboardVisit {
        self.visit(request, context, form: DashboardForm(), current: nil, token: nil)
    }

    private func visit(
        _ request: Request,
        _ context: PurserContext,
        form: DashboardForm,
        current: CurrentSession?,
        token: String?
    ) -> DashboardVisit {
        let known = token ?? Self.cookie(DashboardVisit.visitCookie, request)
        let secret = known ?? self.operators.makeToken()
        let app = context.parameters.get("app").map { name in self.apps.first { $0.name.rawValue == name } }
        return DashboardVisit(
            isPost: request.method == .post,
            isOpening: request.method == .get
                && !["Sec-Purpose", "Purpose", "X-Purpose"].contains { name in
                    // Browsers say `prefetch`, `prerender` or `preview`.
                    Self.header(name, request)?.hasPrefix("pre") == true
                },
            isFromOwnPage: request.method == .get && Self.header("Sec-Fetch-Site", request) == "same-origin",
            path: request.uri.path,
            query: DashboardForm(request.uri.query ?? "") ?? DashboardForm(),
            parameters: Self.parameters(of: context),
            form: form,
            browser: Browser(address: context.client, userAgent: request.headers[.userAgent]),
            language: Self.language(of: request),
            current: current,
            formToken: DashboardVisit.formToken(of: secret),
            newVisit: known == nil ? secret : nil,
            isSecure: self.settings.isSecure,
            apps: self.apps.map(\.name),
            app: (app ?? self.apps.first).map { DashboardApp($0, query: request.uri.query ?? "") },
            now: self.now(),
            operators: self.operators,
            sessionToken: token,
            confirmations: self.confirmations
        )
    }

    private func failed(_ error: OperatorError, _ visit: DashboardVisit, _ context: PurserContext) -> Response {
        self.failed(visit.problem(of: error), visit, context)
    }

    private func failed(_ problem: Problem, _ visit: DashboardVisit, _ context: PurserContext) -> Response {
        visit.message(
            problem.status,
            title: "troubleTitle",
            visit.explanation(of: problem),
            requestID: context.requestIdentifier
        ).retrying(problem)
    }

    // MARK: Parts of requests and responses

    /// Returns the parameters in the path, as `DashboardApp.path` wrote them.
    private static func parameters(of context: PurserContext) -> Parameters {
        context.parameters.reduce(into: Parameters()) { parameters, sent in
            parameters[sent.key] = String(sent.value).fromPathPart[...]
        }
    }

    private static func header(_ name: String, _ request: Request) -> String? {
        HTTPField.Name(name).flatMap { request.headers[$0] }
    }

    private static func cookie(_ name: String, _ request: Request) -> String? {
        guard let value = request.cookies[name]?.value, (1...Self.maximumCookie).contains(value.utf8.count) else {
            return nil
        }
        return value
    }

    /// Returns the chosen language, otherwise the first of the browser's languages that the dashboard has.
    private static func language(of request: Request) -> PageLanguage {
        if let chosen = Self.cookie(DashboardVisit.languageCookie, request).flatMap(PageLanguage.init(rawValue:)) {
            return chosen
        }
        for tag in AcceptedLanguages(request.headers[.acceptLanguage] ?? "").tags.map({ $0.lowercased() }) {
            if tag == "en" || tag.hasPrefix("en-") { return .english }
            if tag == "zh" || tag.hasPrefix("zh-") { return .simplifiedChinese }
        }
        return .english
    }

    /// Sets the headers that all responses have, pages and files alike.
    static func protect(_ headers: inout HTTPFields) {
        headers[.contentSecurityPolicy] = Self.contentSecurityPolicy
        headers[.xContentTypeOptions] = "nosniff"
        for (name, value) in [
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
        ] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}

extension Response {
    /// Returns the response with the time after which the browser may try again, if a problem states it.
    func retrying(_ problem: Problem) -> Self {
        guard let seconds = problem.retryAfterSeconds else { return self }
        var response = self
        response.headers[.retryAfter] = "\(seconds)"
        return response
    }
}
