"""Has Debian's redis-py 4.3 answer a program as 8.1 does, which Debian has not: a map of RESP3, and TRYAGAIN by its class alone."""

from redis.client import Redis
from redis.connection import BaseParser
from redis.exceptions import TryAgainError

BaseParser.EXCEPTION_CLASSES["TRYAGAIN"] = TryAgainError
Redis.RESPONSE_CALLBACKS["ID.DECODE"] = lambda decoded: dict(zip(decoded[::2], decoded[1::2]))
