"""`dataclass` for classes that name their fields in `__match_args__`."""


def dataclass(**_):
    def made(cls):
        names = cls.__match_args__

        def fill(self, *values):
            for name, value in zip(names, values):
                setattr(self, name, value)
            self.__post_init__()

        cls.__init__ = fill
        return cls

    return made
