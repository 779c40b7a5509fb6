import Ledger
import PersistenceSQL
import Tracing

/// A repository whose units of work are spans of the request that performs them.
///
/// Units of work outside a request have no span, because workers read the ledger many times a second.
struct TracedRepository: SQLRepository {
    private let base: any SQLRepository

    /// Creates a traced view of a repository.
    init(_ base: any SQLRepository) {
        self.base = base
    }

    /// The statistics of the writer since opening.
    var statistics: WriteStatistics { self.base.statistics }

    /// The failed reads and writes since opening, by reason.
    var failureCounts: [RepositoryError: Int] { self.base.failureCounts }

    /// The version of the schema, as four digits.
    var schema: String { self.base.schema }

    /// The threads that read.
    var readThreads: (any TaskExecutor)? { self.base.readThreads }

    /// Finishes pending work and closes; a second call changes nothing.
    func close() async { await self.base.close() }

    /// Performs work within the next transaction; the span includes the wait for the transaction and the disk.
    func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        guard let span = Self.startUnit("database write") else {
            return try await self.base.write(as: name, recording: intake, work)
        }
        do throws(RepositoryError) {
            let outcome = try await self.base.write(as: name, recording: intake, work)
            span.end()
            return outcome
        } catch {
            Self.endUnit(span, error)
            throw error
        }
    }

    /// Performs work that only reads, within one snapshot of the database.
    func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        guard let span = Self.startUnit("database read") else { return try await self.base.read(as: name, work) }
        do throws(RepositoryError) {
            let outcome = try await self.base.read(as: name, work)
            span.end()
            return outcome
        } catch {
            Self.endUnit(span, error)
            throw error
        }
    }

    private static func startUnit(_ name: String) -> (any Tracing.Span)? {
        guard let around = InstrumentationContext.current,
            InstrumentationSystem.tracer.activeSpan(identifiedBy: around)?.isRecording == true
        else { return nil }
        return startSpan(name, context: around, ofKind: .client)
    }

    private static func endUnit(_ span: any Tracing.Span, _ error: RepositoryError) {
        span.updateAttributes { $0["error.type"] = error.code }
        span.setStatus(SpanStatus(code: .error))
        span.end()
    }
}
