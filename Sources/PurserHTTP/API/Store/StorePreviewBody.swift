import AppStore
import PurserService

/// What the books know of something that would be done.
struct StorePreviewBody: Encodable {
    /// The form of it.
    static let schema = APISchema.named(
        "StorePreview",
        .object(
            .required("dryRun", .boolean, "`true`: nothing was done."),
            .required("about", .map(of: .string()), "What would be done, and what the books know of it.")
        )
    )

    let dryRun = true
    let about: [String: String]

    init(_ fields: [OperationResult.Field]) {
        var about: [String: String] = [:]
        for field in fields where field.name != "app" {
            switch field.value {
            case .text(let text): about[field.name] = text
            case .number(let number): about[field.name] = String(number)
            case .json(let value): about[field.name] = String(decoding: value.json(), as: UTF8.self)
            }
        }
        self.about = about
    }
}
