import Logging
import PurserHTTP
import ServiceLifecycle
import UnixSignals

/// Looks at the certificate's files again every minute, and at once on SIGHUP, until the server stops.
struct CertificateReloadWorker: Service {
    /// How long it rests.
    private static let pause = Duration.seconds(60)

    /// The certificate.
    let certificate: ServerCertificate
    /// Where to tell what an operator should know.
    let logger: Logger

    /// Looks until the stop.
    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in signals { self.look() }
                }
                group.addTask {
                    while !Task.isCancelled {
                        try? await ContinuousClock().sleep(for: Self.pause)
                        self.look()
                    }
                }
                await group.waitForAll()
            }
        }
    }

    private func look() {
        do {
            if try self.certificate.reload() {
                self.logger.notice("The certificate for TLS has changed; new connections begin with the new one.")
            }
        } catch {
            self.logger.error(
                "The files for TLS cannot be used; the certificate that was loaded before stays.",
                metadata: ["problem": "\(error)"]
            )
        }
    }
}
