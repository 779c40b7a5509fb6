package import Ledger

/// The upload of one import's file, which stores the rows as the bytes arrive.
///
/// The server asks Apple nothing before the file is complete. An upload that is interrupted leaves an import in the
/// state `receiving` that shows how far the upload got. Sending the file again starts a new import, because recording
/// the same rows twice changes nothing.
package struct ImportUpload: Sendable {
    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog
    private let record: AuditRecord
    private var reader: ImportReader
    private var job: ImportJob
    private var isBegun = false
    private var rows: [ImportRow] = []

    /// Creates the upload of a new import; its beginning is entered in the audit log with this record.
    init(
        job: ImportJob,
        reader: ImportReader,
        repository: any Repository,
        ambient: Ambient,
        audit: AuditLog,
        record: AuditRecord
    ) {
        self.audit = audit
        self.record = record
        self.job = job
        self.reader = reader
        self.repository = repository
        self.ambient = ambient
    }

    /// Stores the next bytes of the file.
    package mutating func take(_ bytes: some Sequence<UInt8>) async throws(ImportError) {
        var rows: [ImportRow] = []
        do throws(ImportFileError) {
            try self.reader.read(bytes) { rows += $0 }
        } catch {
            try await self.give(up: error)
        }
        self.rows += rows
        while self.rows.count >= ImportLimits.batchRows { try await self.keep() }
    }

    /// Ends a complete file, and returns the import, which begins to work.
    package mutating func finish() async throws(ImportError) -> ImportJob {
        var rows: [ImportRow] = []
        do throws(ImportFileError) {
            try self.reader.finish { rows += $0 }
            if !self.isBegun, self.rows.isEmpty, rows.isEmpty {
                throw ImportFileError(.fileEmpty, "The file has no rows.")
            }
        } catch {
            try await self.give(up: error)
        }
        self.rows += rows
        while self.rows.count > ImportLimits.batchRows { try await self.keep() }
        try await self.keep(isLast: true)
        return self.job
    }

    /// Ends an incomplete file.
    package mutating func breakOff() async throws(ImportError) -> Never {
        while !self.rows.isEmpty { try await self.keep() }
        try await self.note(code: "import_interrupted", detail: "The file arrived incompletely.")
        throw .interrupted(self.isBegun ? self.job.id : nil)
    }

    /// Stores what was read of a file that cannot be read further, and throws the reason.
    private mutating func give(up error: ImportFileError) async throws(ImportError) -> Never {
        while !self.rows.isEmpty { try await self.keep() }
        try await self.note(code: error.code.rawValue, detail: error.detail)
        throw .file(error, self.isBegun ? self.job.id : nil)
    }

    private func note(code: String, detail: String) async throws(ImportError) {
        guard self.isBegun else { return }
        do throws(RepositoryError) {
            _ = try await self.repository.write { unit in
                try unit.moveImport(
                    self.job.id,
                    of: self.job.app,
                    from: [.receiving],
                    to: .receiving,
                    pause: ImportJob.Pause(code: code, detail: detail),
                    at: self.ambient.now()
                )
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Stores the first waiting rows in their own unit of work, which also begins the import and with the last rows lets
    /// it work.
    private mutating func keep(isLast: Bool = false) async throws(ImportError) {
        let kept: ImportJob?
        let batch = Array(self.rows.prefix(ImportLimits.batchRows))
        do throws(RepositoryError) {
            kept = try await self.repository.write { [self] unit in try self.keep(batch, isLast: isLast, in: unit) }
        } catch {
            throw .storage(error)
        }
        self.isBegun = true
        guard let kept else { throw .wrongState(.canceled) }
        self.job = kept
        self.rows.removeFirst(batch.count)
    }

    private func keep(_ rows: [ImportRow], isLast: Bool, in unit: any UnitOfWork) throws -> ImportJob? {
        if !self.isBegun {
            try unit.beginImport(self.job)
            try self.audit.add(self.record, to: unit)
        }
        var kept: ImportJob? = self.job
        if !rows.isEmpty { kept = try unit.addImportRows(rows, to: self.job.id, of: self.job.app) }
        guard isLast, kept != nil else { return kept }
        return try unit.moveImport(
            self.job.id,
            of: self.job.app,
            from: [.receiving],
            to: .working,
            pause: nil,
            at: self.ambient.now()
        )
    }
}
