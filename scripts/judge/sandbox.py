"""The sandbox with Apple's library: retention messages with their performance test."""

import uuid

from appstoreserverlibrary.api_client import APIError
from appstoreserverlibrary.models.BulletPoint import BulletPoint
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.HeaderPosition import HeaderPosition
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from harness import png

IMAGE = uuid.UUID("11111111-0000-4000-8000-000000000001")
BULLET = uuid.UUID("11111111-0000-4000-8000-000000000002")
MESSAGE = uuid.UUID("22222222-0000-4000-8000-000000000001")
PLAIN = uuid.UUID("22222222-0000-4000-8000-000000000002")
PRODUCT = "pro.monthly"


def play_sandbox(world):
    world.act("setSwitch", name="limitsRates", enabled=False)
    for story in [life, uploads, defaults, realtime, deletions]:
        world.findings.attempt(story, world)
    world.findings.attempt(world.test_notification)


def life(world):
    """A subscription to its end, at the sandbox's speed."""
    bought = world.buy("anna", PRODUCT)
    world.act("advance", by="PT2H")
    info = world.transaction(world.client.get_transaction_info(bought).signedTransactionInfo)
    world.expect(info.rawEnvironment == "Sandbox", "a transaction of the sandbox says otherwise")
    world.refuses(APIError.TRANSACTION_ID_NOT_FOUND, world.client.get_transaction_info, "1")


def uploads(world):
    """Images and messages, and their refusals."""
    client, expect, refuses = world.client, world.expect, world.refuses
    client.upload_image(IMAGE, png(3840, 160))
    client.upload_image(BULLET, png(128, 128), ImageSize.BULLET_POINT)
    refuses(APIError.IMAGE_ALREADY_EXISTS, client.upload_image, IMAGE, png(3840, 160))
    refuses(APIError.INVALID_IMAGE, client.upload_image, uuid.uuid4(), png(100, 100))
    images = client.get_image_list().imageIdentifiers
    expect([image.imageIdentifier for image in images] == [IMAGE, BULLET], "the images are not those uploaded")
    expect(images[1].imageSize == ImageSize.BULLET_POINT, "the size of an image is lost")
    expect(images[0].imageState == ImageState.APPROVED, "an image is not approved")
    picture = UploadMessageImage(imageIdentifier=IMAGE, altText="A beach")
    point = BulletPoint(text="More to come", imageIdentifier=BULLET, altText="A star")
    full = UploadMessageRequestBody(
        header="Stay",
        body="There is more to come.",
        image=picture,
        headerPosition=HeaderPosition.ABOVE_IMAGE,
        bulletPoints=[point],
    )
    plain = UploadMessageRequestBody(header="Stay", body="There is more to come.")
    client.upload_message(MESSAGE, full)
    client.upload_message(PLAIN, plain)
    refuses(APIError.MESSAGE_ALREADY_EXISTS, client.upload_message, PLAIN, plain)
    lost = UploadMessageRequestBody(
        header="Stay", body="More", image=UploadMessageImage(imageIdentifier=uuid.uuid4(), altText="Gone")
    )
    refuses(APIError.IMAGE_NOT_FOUND, client.upload_message, uuid.uuid4(), lost)
    headless = UploadMessageRequestBody(header="Stay", body="More", headerPosition=HeaderPosition.ABOVE_IMAGE)
    refuses(APIError.BAD_REQUEST_ABOVE_IMAGE_REQUIRES_AN_IMAGE, client.upload_message, uuid.uuid4(), headless)
    messages = client.get_message_list().messageIdentifiers
    expect([message.messageIdentifier for message in messages] == [MESSAGE, PLAIN], "the messages are others")
    expect(messages[0].messageState == MessageState.APPROVED, "a message is not approved")
    refuses(APIError.IMAGE_IN_USE, client.delete_image, IMAGE)


def defaults(world):
    """Default messages."""
    client, refuses = world.client, world.refuses
    client.configure_default_message(PRODUCT, "en-US", DefaultConfigurationRequest(messageIdentifier=MESSAGE))
    client.configure_default_message(PRODUCT, "en-US", DefaultConfigurationRequest(messageIdentifier=PLAIN))
    found = client.get_default_message(PRODUCT, "en-US").messageIdentifier
    world.expect(found == PLAIN, "the default message is another")
    refuses(APIError.DEFAULT_MESSAGE_NOT_FOUND, client.get_default_message, PRODUCT, "fr-FR")
    refuses(APIError.INVALID_LOCALE, client.configure_default_message, PRODUCT, "nowhere",
            DefaultConfigurationRequest(messageIdentifier=PLAIN))
    refuses(APIError.MESSAGE_NOT_FOUND, client.configure_default_message, PRODUCT, "de-DE",
            DefaultConfigurationRequest(messageIdentifier=uuid.uuid4()))
    client.delete_default_message(PRODUCT, "en-US")
    refuses(APIError.DEFAULT_MESSAGE_NOT_FOUND, client.delete_default_message, PRODUCT, "en-US")


def realtime(world):
    """The realtime URL, a performance test that passes and one that fails, each request verified."""
    client, expect, refuses = world.client, world.expect, world.refuses
    refuses(APIError.REALTIME_URL_NOT_FOUND, client.get_realtime_url)
    address = world.inbox.url + "/retention"
    client.configure_realtime_url(RealtimeUrlRequest(realtimeURL=address))
    expect(client.get_realtime_url().realtimeURL == address, "the realtime address is another")
    refuses(APIError.BAD_REQUEST_REALTIME_URL, client.configure_realtime_url,
            RealtimeUrlRequest(realtimeURL="nowhere"))
    bought = world.buy("ben", PRODUCT)
    for answer, outcome in [
        ({"message": {"messageIdentifier": str(PLAIN)}}, PerformanceTestStatus.PASS),
        ({}, PerformanceTestStatus.FAIL),
    ]:
        world.inbox.realtime_answer = answer
        started = client.initiate_performance_test(PerformanceTestRequest(originalTransactionId=bought))
        result = wait(lambda: client.get_performance_test_results(started.requestId))
        expect(result.result == outcome, f"the performance test is {result.rawResult} and not {outcome}")
        expect(result.target == address and result.numPending == 0, "the test is of another address")
        expect(result.config.totalRequests == started.config.totalRequests, "the test's terms have changed")
    for payload in world.inbox.realtime_requests:
        request = world.verify("realtime_request", payload)
        expect(request.originalTransactionId == bought and request.productId == PRODUCT, "another subscription")
    refuses(APIError.INVALID_REQUEST_ID, client.get_performance_test_results, "7")
    refuses(APIError.PERFORMANCE_TEST_RUN_NOT_FOUND, client.get_performance_test_results, str(uuid.uuid4()))
    client.delete_realtime_url()
    refuses(APIError.REALTIME_URL_NOT_FOUND, client.delete_realtime_url)


def deletions(world):
    """The deletion of everything."""
    client, refuses = world.client, world.refuses
    client.delete_message(MESSAGE)
    refuses(APIError.MESSAGE_NOT_FOUND, client.delete_message, MESSAGE)
    client.delete_image(IMAGE)
    refuses(APIError.IMAGE_NOT_FOUND, client.delete_image, IMAGE)


def wait(ask):
    """Polls until a test is over, which takes some seconds."""
    for _ in range(2000):
        result = ask()
        if result.result != PerformanceTestStatus.PENDING:
            return result
    raise AssertionError("a performance test never ends")
