package import Ledger

/// Applies catalogs and remembers each, so that every one of them can be looked at and applied again.
package struct CatalogService: Sendable {
    /// What became of the configured file at the start.
    package enum Start: Hashable, Sendable {
        /// It counts; it was entered as a version now if it was not the newest before.
        case applied(CatalogVersion)
        /// Another catalog was applied since the file was entered, and the file has not been edited since: that counts.
        case superseded(by: CatalogVersion)
    }

    /// How often a number is tried that somebody else took.
    private static let maximumTries = 20
    /// How many versions are read at once.
    private static let pageCount = 100
    /// Who is taken down as having applied what the configuration names.
    private static let configurationName = "configuration"

    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog
    private let apps: [AppName: LiveCatalog]

    /// The service of these apps.
    ///
    /// - Parameters:
    ///   - repository: Keeps the versions.
    ///   - ambient: Real time, because what operators do happens in it.
    ///   - audit: Dated by the ledger's time; where none is given, by real time.
    ///   - apps: The apps, whose live catalogs follow what is applied.
    package init(
        repository: any Repository,
        ambient: Ambient,
        audit: AuditLog? = nil,
        apps: [ServedApp]
    ) {
        self.init(
            repository: repository,
            ambient: ambient,
            audit: audit,
            live: Dictionary(apps.map { ($0.name, $0.live) }) { first, _ in first }
        )
    }

    /// The service of apps that nobody serves now, each with its live catalog.
    package init(
        repository: any Repository,
        ambient: Ambient,
        audit: AuditLog? = nil,
        live: [AppName: LiveCatalog]
    ) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit ?? AuditLog(repository: repository, ambient: ambient)
        self.apps = live
    }

    /// Lets count what was applied last, after entering the configured file if it was edited since.
    ///
    /// The file counts whenever it says something that has not counted since it was entered last. One that was entered
    /// and then superseded by a command does not come back by itself, or each restart would undo the command.
    ///
    /// Where several nodes share the database (`isShared`), a file that ever counted does not come back by itself
    /// either: it may be a node's that was not given the new one yet.
    package func start(
        _ file: CatalogFile,
        of app: AppName,
        isShared: Bool = false
    ) async throws(CatalogServiceError) -> Start {
        let live = try self.live(app)
        let digest = file.text.digest
        for _ in 0..<Self.maximumTries {
            let versions =
                isShared ? try await self.allVersions(of: app) : try await self.versionsSinceConfigured(of: app)
            guard let newest = versions.first, versions.contains(where: { $0.digest == digest }) else {
                let number = (versions.first?.number ?? 0) + 1
                let version = self.version(number, of: file, app, by: Self.configurationName, .configuration, note: nil)
                guard try await self.keep(version, text: file.text) else { continue }
                live.put(file.catalog, as: version)
                return .applied(version)
            }
            if newest.digest == digest {
                live.put(file.catalog, as: newest)
                return .applied(newest)
            }
            live.put(try await self.file(newest.number, of: app).catalog, as: newest)
            return .superseded(by: newest)
        }
        throw .busy
    }

    /// Lets the version count that was applied last, wherever that was; answers it if it was another one before.
    package func refresh(_ app: AppName) async throws(CatalogServiceError) -> CatalogVersion? {
        let live = try self.live(app)
        guard let newest = try await self.versions(of: app, before: nil, limit: 1).first,
            newest.number > live.current.version?.number ?? 0
        else { return nil }
        live.put(try await self.file(newest.number, of: app).catalog, as: newest)
        return newest
    }

    /// What would happen if a catalog was applied; `name` is how messages name it.
    package func preview(
        _ text: CatalogText,
        name: String,
        of app: AppName
    ) throws(CatalogServiceError) -> CatalogPreview {
        let current = try self.live(app).current
        let file: CatalogFile
        do {
            file = try CatalogFile(text: text, file: name)
        } catch {
            throw .wrong(error)
        }
        return CatalogPreview(
            file: file,
            isSame: file.text.digest == current.version?.digest,
            current: current.version,
            comparison: CatalogComparison(from: current.catalog, to: file.catalog)
        )
    }

    /// Applies a catalog at once, or changes nothing where it has a mistake; one that counts already stays the version
    /// that it is, and is nothing done.
    package func apply(
        _ text: CatalogText,
        name: String,
        of app: AppName,
        by operatorName: String,
        reason: String?
    ) async throws(CatalogServiceError) -> (version: CatalogVersion, preview: CatalogPreview) {
        let live = try self.live(app)
        for _ in 0..<Self.maximumTries {
            // Another node may have applied one meanwhile.
            _ = try await self.refresh(app)
            let preview = try self.preview(text, name: name, of: app)
            if preview.isSame, let current = preview.current {
                do {
                    try await self.audit.add(Self.record(current, preview.comparison, operatorName, reason), .nothing)
                } catch {
                    throw .storage(error)
                }
                return (current, preview)
            }
            let newest = try await self.versions(of: app, before: nil, limit: 1).first
            let version = self.version(
                (newest?.number ?? 0) + 1,
                of: preview.file,
                app,
                by: operatorName,
                .command,
                note: reason
            )
            let record = Self.record(version, preview.comparison, operatorName, reason)
            guard try await self.keep(version, text: text, entering: record) else { continue }
            live.put(preview.file.catalog, as: version)
            return (version, preview)
        }
        throw .busy
    }

    /// The catalog that counts now, with its version.
    package func current(of app: AppName) throws(CatalogServiceError) -> LiveCatalog.Current {
        try self.live(app).current
    }

    /// The versions of an app, newest first.
    package func versions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(CatalogServiceError) -> [CatalogVersion] {
        _ = try self.live(app)
        do {
            return try await self.repository.catalogVersions(of: app, before: number, limit: limit)
        } catch {
            throw .storage(error)
        }
    }

    /// The text of a version.
    package func text(_ number: Int64, of app: AppName) async throws(CatalogServiceError) -> CatalogText {
        _ = try self.live(app)
        let text: CatalogText?
        do {
            text = try await self.repository.catalogText(number, of: app)
        } catch {
            throw .storage(error)
        }
        guard let text else { throw .unknownVersion(number) }
        return text
    }

    /// A version read again.
    private func file(_ number: Int64, of app: AppName) async throws(CatalogServiceError) -> CatalogFile {
        let text = try await self.text(number, of: app)
        do {
            return try CatalogFile(text: text, file: "catalog \(number)")
        } catch {
            throw .wrong(error)
        }
    }

    /// The versions from the newest back to the last that the configuration entered.
    private func versionsSinceConfigured(of app: AppName) async throws(CatalogServiceError) -> [CatalogVersion] {
        var versions: [CatalogVersion] = []
        while true {
            let page = try await self.versions(of: app, before: versions.last?.number, limit: Self.pageCount)
            if let place = page.firstIndex(where: { $0.origin == .configuration }) {
                return versions + page[...place]
            }
            versions += page
            if page.count < Self.pageCount { return versions }
        }
    }

    /// Every version, newest first.
    private func allVersions(of app: AppName) async throws(CatalogServiceError) -> [CatalogVersion] {
        var versions: [CatalogVersion] = []
        while true {
            let page = try await self.versions(of: app, before: versions.last?.number, limit: Self.pageCount)
            versions += page
            if page.count < Self.pageCount { return versions }
        }
    }

    private func version(
        _ number: Int64,
        of file: CatalogFile,
        _ app: AppName,
        by name: String,
        _ origin: CatalogVersion.Origin,
        note: String?
    ) -> CatalogVersion {
        CatalogVersion(
            app: app,
            number: number,
            digest: file.text.digest,
            appliedAt: self.ambient.now(),
            appliedBy: name,
            origin: origin,
            note: note
        )
    }

    /// Keeps a version, unless somebody else took its number, and enters with it that it was applied, so that none ever
    /// counts without a trace.
    private func keep(
        _ version: CatalogVersion,
        text: CatalogText,
        entering record: AuditRecord? = nil
    ) async throws(CatalogServiceError) -> Bool {
        do throws(RepositoryError) {
            return try await self.audit.enter(record) { (isKept: Bool) in
                isKept ? .done : nil
            } by: { () throws(RepositoryError) in
                try await self.repository.keep(version, text: text)
            }
        } catch {
            throw .storage(error)
        }
    }

    /// What the audit log says of a catalog that is applied.
    private static func record(
        _ version: CatalogVersion,
        _ comparison: CatalogComparison,
        _ operatorName: String,
        _ reason: String?
    ) -> AuditRecord {
        AuditRecord(
            by: operatorName,
            .catalogApply,
            on: version.app.rawValue,
            reason: reason,
            details: [
                "version": "\(version.number)", "digest": version.digest.rawValue,
                "changes": "\(comparison.changes.count)", "losses": "\(comparison.losses.count)",
            ]
        )
    }

    private func live(_ app: AppName) throws(CatalogServiceError) -> LiveCatalog {
        guard let live = self.apps[app] else { throw .unknownApp(app) }
        return live
    }
}

/// Why nothing was done with a catalog.
package enum CatalogServiceError: Error, Hashable, Sendable {
    /// Nobody serves an app of this name.
    case unknownApp(AppName)
    /// The catalog has mistakes.
    case wrong(ValidationIssues)
    /// No version has this number.
    case unknownVersion(Int64)
    /// Others applied catalogs at the same time, and came first each time.
    case busy
    /// The database is at fault.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .unknownApp: "app_unknown"
        case .wrong: "catalog_invalid"
        case .unknownVersion: "catalog_version_unknown"
        case .busy: "catalog_busy"
        case .storage(let error): error.code
        }
    }
}
