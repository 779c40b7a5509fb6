import Hummingbird
import Logging

/// An error response of the control interface: `{"code", "message"}` with an HTTP status.
struct ControlError: Error, Encodable {
    private enum Field: String, CodingKey {
        case code
        case message
    }

    /// The HTTP status.
    let status: HTTPResponse.Status
    /// A stable error code for programs.
    let code: String
    /// A message for people.
    let message: String

    /// Creates an error response.
    init(status: HTTPResponse.Status, code: String, message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// Creates the response to any error; unknown errors reveal no details.
    init(_ error: any Error) {
        switch error {
        case let error as ControlError: self = error
        case let error as WorldError: self.init(status: error.status, code: error.code, message: error.message)
        case let error as WorldsError: self.init(status: error.status, code: error.code, message: error.message)
        case let error as HTTPError where error.status == .notFound:
            self.init(status: .notFound, code: "no_such_route", message: "There is no route at this address.")
        case let error as HTTPError:
            self.init(status: error.status, code: "bad_request", message: error.body ?? "The request is malformed.")
        default: self.init(status: .internalServerError, code: "internal", message: "The simulator has failed.")
        }
    }

    /// Encodes the code and the message.
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(self.code, forKey: .code)
        try fields.encode(self.message, forKey: .message)
    }
}

extension WorldError {
    /// The HTTP status: the resource does not exist, the request is invalid, or the state of the world does not allow
    /// it.
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .unknownApp, .unknownProduct, .unknownCustomer, .unknownTransaction: .notFound
        case .invalidName, .invalidQuantity, .invalidPercentage, .duplicateIdentifier,
            .unknownAction, .missingField, .unknownField, .invalidValue, .unknownSwitch:
            .badRequest
        case .offerRefused, .invalidOfferSignature, .codeRefused, .nothingPending, .refundAlreadyRequested,
            .notRefundable, .noRefundRequest, .extensionRefused, .consumptionRefused, .commerceRefused,
            .noNotificationURL, .noFamily,
            .noPriceIncrease, .seatsNotSold, .seatReductionNotAllowed, .noGroup, .noAvailableSeats, .seatsRefused,
            .paymentDeclined, .notForSale, .alreadySubscribed, .notSubscribed, .alreadyCanceled, .alreadyRenewing,
            .renewedAhead,
            .alreadyRefunded, .notRefunded, .instantInPast:
            .conflict
        }
    }
}

extension WorldsError {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .noWorld, .noSnapshot: .notFound
        case .nameIsTaken, .mainStays, .tooMany, .portIsTaken: .conflict
        case .unfitName: .badRequest
        }
    }
}

/// Middleware that turns every error, including the framework's, into the response of ``ControlError``.
struct ControlErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Forwards the request and responds to thrown errors.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let answer = ControlError(error)
            if answer.status == .internalServerError {
                context.logger.error("A command failed", metadata: ["error": "\(error)"])
            }
            return try ControlJSON.response(answer, status: answer.status)
        }
    }
}
