/// What the generated client uses of package `http`, over `dart:io`, to compile it where the registry
/// of Dart is out of reach. Sends bodies that are bytes; no forms, no files, no aborting.
library http;

import 'dart:async';
import 'dart:collection';
import 'dart:convert';
import 'dart:io';

class ClientException implements Exception {
  ClientException(this.message, [this.uri]);

  final String message;
  final Uri? uri;
}

class Client {
  final _client = HttpClient();

  Future<StreamedResponse> send(BaseRequest request) async {
    final sent = await _client.openUrl(request.method, request.url);
    request.headers.forEach(sent.headers.set);
    sent.contentLength = request.bodyBytes.length;
    sent.add(request.bodyBytes);
    final answer = await sent.close();
    final headers = <String, String>{};
    answer.headers.forEach((name, values) => headers[name] = values.join(','));
    return StreamedResponse(answer, answer.statusCode, headers: headers);
  }

  void close() => _client.close();
}

abstract class BaseRequest {
  BaseRequest(this.method, this.url);

  final String method;
  final Uri url;
  final headers = LinkedHashMap<String, String>(
      equals: (one, other) => one.toLowerCase() == other.toLowerCase(),
      hashCode: (name) => name.toLowerCase().hashCode);
  int? contentLength;
  List<int> bodyBytes = [];
}

class Request extends BaseRequest {
  Request(super.method, super.url);

  String get body => utf8.decode(bodyBytes);

  set body(String text) {
    bodyBytes = utf8.encode(text);
    headers.putIfAbsent('content-type', () => 'text/plain; charset=utf-8');
  }

  set bodyFields(Map<String, String> fields) => throw UnsupportedError('forms');
}

class AbortableRequest extends Request {
  AbortableRequest(super.method, super.url, {this.abortTrigger});

  final Future<void>? abortTrigger;
}

class AbortableStreamedRequest extends BaseRequest {
  AbortableStreamedRequest(super.method, super.url, {this.abortTrigger});

  final Future<void>? abortTrigger;

  EventSink<List<int>> get sink => throw UnsupportedError('files');
}

class MultipartFile {
  int get length => throw UnsupportedError('files');

  Stream<List<int>> finalize() => throw UnsupportedError('files');
}

class MultipartRequest extends BaseRequest {
  MultipartRequest(super.method, super.url);

  final fields = <String, String>{};
  final files = <MultipartFile>[];
}

class AbortableMultipartRequest extends MultipartRequest {
  AbortableMultipartRequest(super.method, super.url, {this.abortTrigger});

  final Future<void>? abortTrigger;
}

class StreamedResponse {
  StreamedResponse(this.stream, this.statusCode, {this.headers = const {}});

  final Stream<List<int>> stream;
  final int statusCode;
  final Map<String, String> headers;
}

class Response {
  Response.bytes(this.bodyBytes, this.statusCode, {this.headers = const {}});

  static Future<Response> fromStream(StreamedResponse answer) async => Response.bytes(
      [await for (final part in answer.stream) ...part], answer.statusCode,
      headers: answer.headers);

  final List<int> bodyBytes;
  final int statusCode;
  final Map<String, String> headers;

  /// As the package has it: Latin-1 is believed, unless the answer is JSON or says what it is.
  String get body {
    final type = ContentType.parse(headers['content-type'] ?? 'application/octet-stream');
    final coding = type.mimeType == 'application/json' ? utf8 : latin1;
    return (Encoding.getByName(type.charset) ?? coding).decode(bodyBytes);
  }
}
